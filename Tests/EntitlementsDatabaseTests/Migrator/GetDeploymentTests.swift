import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("A server serves only the schema it was built for")
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

    @Test("functions of another build are refused")
    func otherFunctions() async throws {
        try await EmptyDatabase.with { scratch in
            try await scratch.migrate(to: .embedded)
            _ = try await scratch.ask(
                "update entitlements.deployments set functions_hash = 'other' returning 1")
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.requireDeployment()
            }
            #expect(failure?.description.contains("other") == true)
        }
    }
}
