import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("A server serves only a database that has its functions")
struct GetDeploymentTests {
    @Test("an unmigrated database is told apart from a current one")
    func neverMigrated() async throws {
        try await EmptyDatabase.with { scratch in
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.requireDeployment()
            }
            #expect(failure?.description.contains("never migrated") == true)
            try await scratch.migrate(to: .embedded)
            try await scratch.requireDeployment()
        }
    }

    @Test("a database with functions of another build only is refused; both are named")
    func otherFunctions() async throws {
        try await EmptyDatabase.with { scratch in
            try await scratch.migrate(to: .other)
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.requireDeployment()
            }
            #expect(failure?.description.contains(release) == true)
            #expect(failure?.description.contains(Schema.other.functionsSchema) == true)
            try await scratch.migrate(to: .embedded)
            try await scratch.requireDeployment()
        }
    }
}
