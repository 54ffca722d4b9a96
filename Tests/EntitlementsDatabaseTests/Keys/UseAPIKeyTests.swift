import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("use_api_key")
struct UseAPIKeyTests {
    private static let morning: Timestamp = "2999-11-27T08:00:00Z"

    @Test("a use is noted once an hour, for this key only")
    func noted() async throws {
        let tenant = try await TestTenant.create()
        let (key, other) = (TestKey(.read), TestKey(.read))
        for key in [key, other] { try await tenant.create(key, "read") }
        #expect(try await tenant.isUseDue(key))
        for seconds in [0, 3_599] as [Int64] {
            try await tenant.use(key, at: Self.morning.advanced(bySeconds: seconds))
            #expect(try await tenant.lastUses() == [key.keyID: Self.morning])
        }
        #expect(try await !tenant.isUseDue(key))
        #expect(try await tenant.isUseDue(other))
        let later = Self.morning.advanced(bySeconds: 3_600)
        try await tenant.use(key, at: later)
        #expect(try await tenant.lastUses() == [key.keyID: later])
    }

    @Test("a use of a key of the installation is noted, and an unknown key changes nothing")
    func admin() async throws {
        try await ScratchDatabase.with { own in
            let key = TestKey(.admin)
            _ = try await own.database.call(CreateAdminKey(keyID: key.keyID, digest: key.digest))
            for id in ["unknown1", key.keyID] {
                try await own.database.callOne(UseAPIKey(keyID: id, asOf: Self.morning))
            }
            let keys = try await own.database.call(ListAdminKeys())
            #expect(keys.map(\.lastUsedAt) == [Self.morning])
        }
    }

    @Test("a key that another session holds is not waited for")
    func held() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let key = TestKey(.read)
            try await tenant.create(key, "read")
            try await own.whileHolding("select from entitlements.api_keys for update;") {
                try await tenant.use(key, at: Self.morning)
            }
            #expect(try await tenant.lastUses().isEmpty)
        }
    }

    @Test("of sixteen simultaneous uses one is noted")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let key = TestKey(.read)
        try await tenant.create(key, "read")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 as Range<Int64> {
                group.addTask {
                    try await tenant.use(key, at: Self.morning.advanced(bySeconds: number))
                }
            }
            try await group.waitForAll()
        }
        let noted = try #require(try await tenant.lastUses()[key.keyID])
        #expect((0..<16).contains { noted == Self.morning.advanced(bySeconds: $0) })
    }
}

extension TestTenant {
    fileprivate func use(_ key: TestKey, at moment: Timestamp) async throws {
        try await database.callOne(UseAPIKey(keyID: key.keyID, asOf: moment))
    }

    fileprivate func isUseDue(_ key: TestKey) async throws -> Bool {
        try await database.callOne(AuthenticateAPIKey(keyID: key.keyID)).isUseDue
    }

    /// The last uses by key, of keys that were used.
    fileprivate func lastUses() async throws -> [String: Timestamp] {
        try await database.call(ListAPIKeys(), in: id).reduce(into: [:]) { uses, row in
            uses[row.keyID] = row.lastUsedAt
        }
    }
}
