import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_entitlements_set")
struct GetEntitlementsSetTests {
    private static let ids: [AppUserID] = [
        "u_1", "u_unknown", "u_2", "u_1", "u_member", "u_alias", "u_stranger", "u_2",
    ]

    /// Why stored answers must not be used; nothing leaves them as they are.
    private static let reasons = [
        "",
        """
        insert into entitlements.stale_answers (tenant_id, app_user_uuid)
        select tenant_id, app_user_uuid from entitlements.app_user_ids
         where app_user_id in ('u_1', 'u_member')
        """,
        "update entitlements.stored_answers set valid_until = now()",
        "update entitlements.stored_answers set definition_version = 0",
    ]

    @Test("answers as get_entitlements does, in the order of the ids", arguments: reasons)
    func same(reason: String) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            _ = try await tenant.found("u_1", with: ["u_member"])
            try await tenant.receive(.subscriberAlias(appUserID: "u_1", aliases: ["u_alias"]))
            try await tenant.receive(.nowRunning(appUserID: "u_1"))
            try await tenant.receive(.nowRunning(appUserID: "u_2"))
            try await scratch.administer(reason)
            let answers = try await tenant.database.call(
                GetEntitlementsSet(appUserIDs: Self.ids), in: tenant.id)
            #expect(answers.count == Self.ids.count)
            for (id, answer) in zip(Self.ids, answers) {
                let single = try await tenant.database.callOne(
                    GetEntitlements(appUserID: id), in: tenant.id)
                #expect(answer.json == single.json, "\(id)")
            }
            let plans = try answers.map { try JSONParser.parse($0.json)["plan"]?.string }
            #expect(plans == ["plus", "free", "plus", "plus", "plus", "plus", "free", "plus"])
        }
    }

    @Test("uses a stored answer that is right")
    func stored() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.nowRunning(appUserID: "u_1"))
            try await scratch.administer(
                "update entitlements.stored_answers set answer = '{\"plan\": \"forged\"}'")
            let answers = try await tenant.database.call(
                GetEntitlementsSet(appUserIDs: ["u_1", "u_unknown"]), in: tenant.id)
            let plans = try answers.map { try JSONParser.parse($0.json)["plan"]?.string }
            #expect(plans == ["forged", "free"])
        }
    }

    @Test("knows no app user of another tenant")
    func tenants() async throws {
        let (tenant, other) = try await (TestTenant.create(), TestTenant.create())
        try await other.receive(.nowRunning(appUserID: "u_1"))
        let answers = try await tenant.database.call(
            GetEntitlementsSet(appUserIDs: ["u_1", "u_unknown"]), in: tenant.id)
        #expect(answers[0].json == answers[1].json)
    }
}
