import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("end_console_session")
struct EndConsoleSessionTests {
    @Test("a session is ended, by simultaneous calls too; other sessions of its key go on")
    func ended() async throws {
        let tenant = try await TestTenant.create()
        let (key, session, other) = (TestKey(.secret), TestSession(), TestSession())
        try await tenant.create(key, "secret")
        try await session.start(by: key, in: tenant.database)
        try await other.start(by: key, in: tenant.database)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await tenant.database.callOne(
                        EndConsoleSession(tokenDigest: session.digest))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await session.keyID(in: tenant.database) == nil)
        #expect(try await other.keyID(in: tenant.database) == key.keyID)
    }

    @Test("ending a session again, or one that never was, changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let (key, session) = (TestKey(.secret), TestSession())
        try await tenant.create(key, "secret")
        try await session.start(by: key, in: tenant.database)
        for ended in [TestSession(), TestSession(digest: [])] {
            try await tenant.database.callOne(EndConsoleSession(tokenDigest: ended.digest))
        }
        #expect(try await session.keyID(in: tenant.database) == key.keyID)
        for _ in 0..<2 {
            try await tenant.database.callOne(EndConsoleSession(tokenDigest: session.digest))
        }
        #expect(try await session.keyID(in: tenant.database) == nil)
    }
}
