import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("create_admin_key")
struct CreateAdminKeyTests {
    @Test("sixteen simultaneous calls store one key")
    func created() async throws {
        let database = try await TestDatabase.shared.database()
        let key = TestKey(.admin)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    _ = try await database.call(
                        CreateAdminKey(keyID: key.keyID, digest: key.digest))
                }
            }
            try await group.waitForAll()
        }
        let found = try await database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(found.digest == key.digest)
    }

    @Test("an id in use is refused")
    func refused() async throws {
        let database = try await TestDatabase.shared.database()
        let key = TestKey(.admin)
        _ = try await database.call(CreateAdminKey(keyID: key.keyID, digest: key.digest))
        await expectFailure(.apiKeyExists) {
            try await database.call(
                CreateAdminKey(keyID: key.keyID, digest: TestKey(.admin).digest))
        }
        let found = try await database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(found.digest == key.digest)
    }

    @Test("a malformed digest is refused")
    func otherDigest() async throws {
        let database = try await TestDatabase.shared.database()
        await #expect(throws: PostgresError.server(sqlState: "23514")) {
            try await database.call(
                CreateAdminKey(keyID: TestKey(.admin).keyID, digest: [1, 2, 3]))
        }
    }
}
