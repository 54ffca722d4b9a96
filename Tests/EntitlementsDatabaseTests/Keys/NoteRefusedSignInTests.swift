import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("note_refused_sign_in")
struct NoteRefusedSignInTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    private func note(_ keyID: String, in tenant: TestTenant, at moment: Timestamp) async throws {
        try await tenant.database.callOne(NoteRefusedSignIn(keyID: keyID, asOf: moment))
    }

    @Test("a key of the tenant that was tried in vain has an entry, one in an hour")
    func noted() async throws {
        let tenant = try await TestTenant.create()
        for (key, kind) in [(TestKey(.secret), "secret"), (TestKey(.read), "read")] {
            try await tenant.create(key, kind)
            for seconds in [0, 1, 3_599, 3_601] as [Int64] {
                try await note(key.keyID, in: tenant, at: start.advanced(bySeconds: seconds))
            }
        }
        let entries = try await tenant.auditEntries().filter { $0["action"] == "refuse_sign_in" }
        #expect(entries.count == 4)
        #expect(entries.allSatisfy { $0["actor"] == "unauthenticated" })
    }

    @Test("a key that does not exist has none")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        try await note(TestKey(.secret).keyID, in: tenant, at: start)
        #expect(try await tenant.auditEntries().isEmpty)
    }

    @Test("of eight tries at once one is noted")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let key = TestKey(.secret)
        try await tenant.create(key, "secret")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { try await note(key.keyID, in: tenant, at: start) }
            }
            try await group.waitForAll()
        }
        let entries = try await tenant.auditEntries().filter { $0["action"] == "refuse_sign_in" }
        #expect(entries.count == 1)
    }
}
