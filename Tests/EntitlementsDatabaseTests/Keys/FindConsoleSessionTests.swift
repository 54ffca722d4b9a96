import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("find_console_session")
struct FindConsoleSessionTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a session is found until its time is over")
    func expiry() async throws {
        // Its sessions begin late, and would end those of other tests.
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let (key, session) = (TestKey(.secret), TestSession())
            try await tenant.create(key, "secret")
            try await session.start(by: key, in: tenant.database, at: start)
            let last = start.advanced(bySeconds: 59)
            #expect(try await session.keyID(in: tenant.database, at: last) == key.keyID)
            let over = start.advanced(bySeconds: 60)
            #expect(try await session.keyID(in: tenant.database, at: over) == nil)
        }
    }

    @Test("a session ends at once when its key is revoked, a tenant's or the installation's")
    func revoked() async throws {
        let tenant = try await TestTenant.create()
        let (key, session) = (TestKey(.secret), TestSession())
        try await tenant.create(key, "secret")
        try await session.start(by: key, in: tenant.database)
        _ = try await tenant.database.call(
            RevokeAPIKey(keyID: key.keyID, actor: "test"), in: tenant.id)
        #expect(try await session.keyID(in: tenant.database) == nil)

        let (admin, other) = (TestKey(.admin), TestSession())
        try await tenant.database.callOne(
            CreateAdminKey(keyID: admin.keyID, digest: admin.digest))
        try await other.start(by: admin, in: tenant.database)
        let found = try await tenant.database.callOne(
            FindConsoleSession(tokenDigest: other.digest))
        #expect(found.kind == "admin")
        #expect(found.tenantID == nil)
        try await tenant.database.callOne(RevokeAdminKey(keyID: admin.keyID))
        #expect(try await other.keyID(in: tenant.database) == nil)
    }

    @Test("an unknown session and a link are not found")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        let (key, link) = (TestKey(.secret), TestSession())
        try await tenant.create(key, "secret")
        try await tenant.database.callOne(
            CreateConsoleLink(
                tenantSlug: tenant.slug, tokenDigest: link.digest, ttlSeconds: 60))
        #expect(try await TestSession().keyID(in: tenant.database) == nil)
        #expect(try await link.keyID(in: tenant.database) == nil)
    }
}
