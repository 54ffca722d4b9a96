import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_admin_keys")
struct ListAdminKeysTests {
    @Test("the installation's keys are listed, newest first, revoked ones with their time")
    func keys() async throws {
        try await ScratchDatabase.with { own in
            let (first, second) = (TestKey(.admin), TestKey(.admin))
            for key in [first, second] {
                _ = try await own.database.call(
                    CreateAdminKey(keyID: key.keyID, digest: key.digest))
            }
            _ = try await own.database.call(RevokeAdminKey(keyID: first.keyID))
            let rows = try await own.database.call(ListAdminKeys())
            #expect(rows.map(\.keyID) == [second.keyID, first.keyID])
            #expect(rows.map { $0.revokedAt == nil } == [true, false])
        }
    }
}
