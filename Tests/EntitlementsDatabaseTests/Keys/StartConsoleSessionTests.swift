import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("start_console_session")
struct StartConsoleSessionTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a session acts by its key, and every server finds it")
    func started() async throws {
        let tenant = try await TestTenant.create()
        let (key, session) = (TestKey(.secret), TestSession())
        try await tenant.create(key, "secret")
        try await session.start(by: key, in: tenant.database)
        let servers = [tenant.database, try await TestDatabase.shared.databaseForRaces()]
        for server in servers {
            let found = try await server.callOne(FindConsoleSession(tokenDigest: session.digest))
            #expect(found.keyID == key.keyID)
            #expect(found.digest == key.digest)
            #expect(found.kind == "secret")
            #expect(found.tenantID == tenant.id)
        }
    }

    @Test("a session that is started again, or is no digest, is refused and changes nothing")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let (key, other, session) = (TestKey(.read), TestKey(.secret), TestSession())
        try await tenant.create(key, "read")
        try await tenant.create(other, "secret")
        try await session.start(by: key, in: tenant.database)
        await #expect(throws: PostgresError.server(sqlState: "23505")) {
            try await session.start(by: other, in: tenant.database)
        }
        await #expect(throws: PostgresError.server(sqlState: "23514")) {
            try await TestSession(digest: [1]).start(by: key, in: tenant.database)
        }
        #expect(try await session.keyID(in: tenant.database) == key.keyID)
    }

    @Test("of sixteen that begin one session at once, one has it")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let (key, session) = (TestKey(.secret), TestSession())
        try await tenant.create(key, "secret")
        let started = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (try? await session.start(by: key, in: tenant.database)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(started == 1)
    }

    @Test("a call deletes a hundred that have expired, and none that are alive")
    func expired() async throws {
        try await ScratchDatabase.with { own in
            try await own.administer(
                """
                insert into entitlements.console_sessions
                select sha256(number::text::bytea), 'session', 'someoldkey', timestamp '2998-01-01',
                       timestamp '2998-12-31' + case when number > 150 then 2 else 0 end
                             * interval '1 day'
                  from generate_series(1, 151) number
                """)
            for left in ["52", "3", "4"] {
                try await own.database.callOne(
                    StartConsoleSession(
                        keyID: "somenewkey", tokenDigest: TestSession().digest, ttlSeconds: 60,
                        asOf: start))
                #expect(
                    try await own.ask("select count(*) from entitlements.console_sessions") == left)
            }
        }
    }
}

/// A session of the console, or a link, by its digest.
struct TestSession: Sendable {
    let digest: [UInt8]

    init() { digest = (0..<32).map { _ in UInt8.random(in: 0...255) } }

    init(digest: [UInt8]) { self.digest = digest }

    func start(
        by key: TestKey, in database: Database, at moment: Timestamp? = nil
    ) async throws {
        try await database.callOne(
            StartConsoleSession(
                keyID: key.keyID, tokenDigest: digest, ttlSeconds: 60, asOf: moment))
    }

    /// The key that the session acts by; nil if there is no such session.
    func keyID(in database: Database, at moment: Timestamp? = nil) async throws -> String? {
        try await database.call(FindConsoleSession(tokenDigest: digest, asOf: moment)).first?.keyID
    }
}
