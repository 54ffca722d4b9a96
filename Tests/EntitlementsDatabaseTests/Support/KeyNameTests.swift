import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("The name of a key that acted")
struct KeyNameTests {
    @Test("the audit, notes and the timeline say the key's name, also of a revoked key")
    func named() async throws {
        let tenant = try await TestTenant.create()
        let key = TestKey(.support)
        try await tenant.create(key, "support", named: "Lea")
        let actor = "support_key:\(key.keyID)"
        try await tenant.grant(to: "u_1", by: actor)
        #expect(try await tenant.note("n", on: "u_1", by: actor)["author_name"] == "Lea")
        _ = try await tenant.database.call(
            RevokeAPIKey(keyID: key.keyID, actor: actor), in: tenant.id)
        let entries = try await tenant.auditEntries()
        #expect(entries.map { $0["action"] } == ["revoke_key", "grant", "create_key"])
        #expect(entries.map { $0["actor_name"] } == ["Lea", "Lea", .null])
        let notes = try await tenant.notePage(of: "u_1", size: 1)
        #expect(try notes.map { try JSONParser.parse($0.answer)["author_name"] } == ["Lea"])
        let timeline = try await tenant.timeline(of: "u_1")
        #expect(timeline["note"]?["author_name"] == "Lea")
        #expect(timeline["grant"]?["actor_name"] == "Lea")
    }

    @Test("no name: a key without one, of another kind, of another tenant, and an app user")
    func unnamed() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let (own, unnamed, foreign) = (TestKey(.read), TestKey(.secret), TestKey(.secret))
        try await tenant.create(own, "read", named: "Lea")
        try await tenant.create(unnamed, "secret")
        try await other.create(foreign, "secret", named: "Ben")
        for actor in [
            "secret_key:\(own.keyID)", "secret_key:\(unnamed.keyID)",
            "secret_key:\(foreign.keyID)", "app_user:read_key:\(own.keyID)", "operator",
        ] {
            try await tenant.grant(to: "u_1", by: actor)
        }
        let names = try await tenant.auditEntries(of: "u_1").map { $0["actor_name"] }
        #expect(names == Array(repeating: .null, count: 5))
    }
}

extension TestTenant {
    fileprivate func grant(to appUserID: String, by actor: String) async throws {
        var grant = CreateGrant.Grant(reason: "A test.")
        grant.entitlementID = "plus"
        _ = try await database.callOne(
            CreateGrant(
                appUserID: AppUserID(appUserID), grant: grant, actor: actor,
                environment: "production", idempotencyKey: nil, requestDigest: nil),
            in: id)
    }

    fileprivate func note(
        _ text: String, on appUserID: String, by actor: String
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            CreateNote(
                appUserID: AppUserID(appUserID), note: text, actor: actor, idempotencyKey: nil,
                requestDigest: nil),
            in: id)
        return try JSONParser.parse(row.json)
    }

    /// What the newest entry of each kind of the timeline says.
    fileprivate func timeline(of appUserID: String) async throws -> [String: JSONValue] {
        let rows = try await database.call(
            ListTimeline(
                appUserID: AppUserID(appUserID), withKind: nil, pageLimit: 100,
                beforeRecordedAt: nil, beforePlace: nil),
            in: id)
        let entries = try rows.map { try JSONParser.parse($0.answer) }
        return Dictionary(
            entries.map { ($0["kind"]?.string ?? "", $0["data"] ?? .null) }
        ) { newest, _ in newest }
    }
}
