import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("create_console_link")
struct CreateConsoleLinkTests {
    @Test("a tenant's link signs in by its newest secret key that is not revoked")
    func newestKey() async throws {
        let tenant = try await TestTenant.create()
        let keys = [TestKey(.secret), TestKey(.secret), TestKey(.secret)]
        for key in keys { try await tenant.create(key, "secret") }
        try await tenant.create(TestKey(.read), "read")
        _ = try await tenant.database.call(
            RevokeAPIKey(keyID: keys[2].keyID, actor: "test"), in: tenant.id)
        let link = TestSession()
        try await tenant.createLink(link)
        let session = try #require(try await link.exchanged(in: tenant.database))
        #expect(try await session.keyID(in: tenant.database) == keys[1].keyID)
    }

    @Test("a link of the installation signs in by its newest admin key")
    func adminKey() async throws {
        try await ScratchDatabase.with { own in
            let keys = [TestKey(.admin), TestKey(.admin)]
            for key in keys {
                try await own.database.callOne(
                    CreateAdminKey(keyID: key.keyID, digest: key.digest))
            }
            let link = TestSession()
            try await own.database.callOne(
                CreateConsoleLink(tokenDigest: link.digest, ttlSeconds: 60))
            let session = try #require(try await link.exchanged(in: own.database))
            #expect(try await session.keyID(in: own.database) == keys[1].keyID)
        }
    }

    @Test("without a live key there is no link")
    func refused() async throws {
        try await ScratchDatabase.with { own in
            await expectFailure(.apiKeyNotFound) {
                try await own.database.callOne(
                    CreateConsoleLink(tokenDigest: TestSession().digest, ttlSeconds: 60))
            }
        }
        let tenant = try await TestTenant.create()
        let link = TestSession()
        await expectFailure(.apiKeyNotFound) { try await tenant.createLink(link) }
        try await tenant.create(TestKey(.read), "read")
        await expectFailure(.apiKeyNotFound) { try await tenant.createLink(link) }
        #expect(try await link.exchanged(in: tenant.database) == nil)
    }

    @Test("of eight calls with one digest, made at once, one makes the link")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.create(TestKey(.secret), "secret")
        let link = TestSession()
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (try? await tenant.createLink(link)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
        #expect(try await link.exchanged(in: tenant.database) != nil)
    }
}

extension TestTenant {
    /// Makes a link to sign in by, which works for a minute.
    func createLink(_ link: TestSession, at moment: Timestamp? = nil) async throws {
        try await database.callOne(
            CreateConsoleLink(
                tenantSlug: slug, tokenDigest: link.digest, ttlSeconds: 60, asOf: moment))
    }
}

extension TestSession {
    /// Exchanges this link for a session; nil if it is used or has expired.
    func exchanged(
        in database: Database, at moment: Timestamp? = nil
    ) async throws -> TestSession? {
        let session = TestSession()
        let row = try await database.callOne(
            UseConsoleLink(
                linkDigest: digest, tokenDigest: session.digest, ttlSeconds: 60, asOf: moment))
        return row.isSignedIn ? session : nil
    }
}
