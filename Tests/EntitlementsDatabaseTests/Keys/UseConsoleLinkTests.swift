import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("use_console_link")
struct UseConsoleLinkTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a link signs in once")
    func once() async throws {
        let tenant = try await TestTenant.create()
        let (key, link) = (TestKey(.secret), TestSession())
        try await tenant.create(key, "secret")
        try await tenant.createLink(link)
        let session = try #require(try await link.exchanged(in: tenant.database))
        #expect(try await session.keyID(in: tenant.database) == key.keyID)
        #expect(try await link.exchanged(in: tenant.database) == nil)
        #expect(try await session.keyID(in: tenant.database) == key.keyID)
    }

    @Test("of sixteen browsers that use a link at once, one is signed in")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.create(TestKey(.secret), "secret")
        let link = TestSession()
        try await tenant.createLink(link)
        let sessions = try await withThrowingTaskGroup(of: TestSession?.self) { group in
            for _ in 0..<16 {
                group.addTask { try await link.exchanged(in: tenant.database) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
        }
        #expect(sessions.count == 1)
    }

    @Test("a link that is unknown, has expired, or is a session is refused")
    func refused() async throws {
        // Its sessions begin late, and would end those of other tests.
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let (key, link, session) = (TestKey(.secret), TestSession(), TestSession())
            try await tenant.create(key, "secret")
            try await tenant.createLink(link, at: start)
            try await session.start(by: key, in: tenant.database, at: start)
            let over = start.advanced(bySeconds: 60)
            #expect(try await link.exchanged(in: tenant.database, at: over) == nil)
            #expect(try await session.exchanged(in: tenant.database, at: start) == nil)
            #expect(try await TestSession().exchanged(in: tenant.database, at: start) == nil)
            #expect(try await session.keyID(in: tenant.database, at: start) == key.keyID)
            let last = start.advanced(bySeconds: 59)
            #expect(try await link.exchanged(in: tenant.database, at: last) != nil)
        }
    }

    @Test("a link of a key that was revoked since gives a session that is none")
    func revoked() async throws {
        let tenant = try await TestTenant.create()
        let (key, link) = (TestKey(.secret), TestSession())
        try await tenant.create(key, "secret")
        try await tenant.createLink(link)
        _ = try await tenant.database.call(
            RevokeAPIKey(keyID: key.keyID, actor: "test"), in: tenant.id)
        let session = try await link.exchanged(in: tenant.database)
        #expect(try await session?.keyID(in: tenant.database) == nil)
    }
}
