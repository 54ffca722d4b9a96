import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("create_api_key")
struct CreateAPIKeyTests {
    @Test(
        "a key is stored as its digest, and a repetition changes nothing",
        arguments: ["secret", "support", "read"])
    func created(kind: String) async throws {
        let tenant = try await TestTenant.create()
        let key = TestKey(.secret)
        for _ in 0..<2 { try await tenant.create(key, kind) }
        let found = try await tenant.database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(found.tenantID == tenant.id)
        #expect(found.kind == kind)
        #expect(found.digest == key.digest)
        let entries = try await tenant.keyEntries()
        #expect(entries == ["create_key test null \(key.keyID)"])
    }

    @Test("a key is listed by its name, which a repetition must have, too")
    func named() async throws {
        let tenant = try await TestTenant.create()
        let key = TestKey(.support)
        for _ in 0..<2 { try await tenant.create(key, "support", named: "Lea") }
        let found = try await tenant.database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(found.name == "Lea")
        for name in [nil, "Ben"] {
            await expectFailure(.apiKeyExists) {
                try await tenant.create(key, "support", named: name)
            }
        }
        let rows = try await tenant.database.call(ListAPIKeys(), in: tenant.id)
        #expect(rows.map(\.name) == ["Lea"])
        let entry = try #require(try await tenant.auditEntries().first)
        #expect(entry["after"]?.array?.first?["name"] == "Lea")
    }

    @Test("a name has 1 to 100 bytes", arguments: ["", String(repeating: "é", count: 51)])
    func wrongName(name: String) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create(
            TestKey(.read), "read", named: String(repeating: "é", count: 50))
        await #expect(throws: PostgresError.server(sqlState: "23514")) {
            try await tenant.create(TestKey(.read), "read", named: name)
        }
    }

    @Test("an id in use by any tenant is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let key = TestKey(.secret)
        try await tenant.create(key, "secret")
        await expectFailure(.apiKeyExists) { try await tenant.create(key, "read") }
        await expectFailure(.apiKeyExists) { try await other.create(key, "secret") }
        let found = try await tenant.database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(found.tenantID == tenant.id)
        #expect(found.kind == "secret")
    }

    @Test("an unknown kind of key is refused")
    func otherKind() async throws {
        let tenant = try await TestTenant.create()
        await #expect(throws: PostgresError.server(sqlState: "23514")) {
            try await tenant.create(TestKey(.admin), "admin")
        }
    }

    @Test("of two tenants that store one id at once, one has it")
    func raced() async throws {
        let tenants = [try await TestTenant.create(), try await TestTenant.create()]
        let key = TestKey(.secret)
        let stored = try await withThrowingTaskGroup(of: TenantID?.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let tenant = tenants[number % 2]
                    do {
                        try await tenant.create(key, "secret")
                        return tenant.id
                    } catch let failure as Failure where failure.code == .apiKeyExists {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
        }
        let found = try await tenants[0].database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(stored.count == 8)
        #expect(Set(stored) == [found.tenantID])
    }
}

extension TestTenant {
    /// The entries of the audit about keys: the action, the actor, and the key before and after.
    func keyEntries() async throws -> [String] {
        try await auditEntries().compactMap { entry in
            guard let action = entry["action"]?.string, action.hasSuffix("_key") else { return nil }
            let ids = ["before", "after"].map {
                entry[$0]?.array?.first?["key_id"]?.string ?? "null"
            }
            return ([action, entry["actor"]?.string ?? ""] + ids).joined(separator: " ")
        }
    }

    func create(_ key: TestKey, _ kind: String, named name: String? = nil) async throws {
        _ = try await database.call(
            CreateAPIKey(
                keyID: key.keyID, kind: kind, digest: key.digest, actor: "test", name: name),
            in: id)
    }
}
