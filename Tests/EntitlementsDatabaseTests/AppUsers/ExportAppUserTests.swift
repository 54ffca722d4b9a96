import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("export_app_user")
struct ExportAppUserTests {
    @Test("an export holds the app user, their access and every record as received")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let event = RevenueCatEvent.initialPurchase(product: "digero_premium_monthly")
        try await tenant.receive(event)
        try await tenant.consume("scans", by: "u_42", reference: "page 7")
        try await tenant.found("u_42")
        let export = try await export(of: "u_42", in: tenant)
        #expect(export["app_user"]?["app_user_ids"] == ["u_42"])
        #expect(export["entitlements"]?["entitlements"]?["premium"] != nil)
        #expect(export["household"]?["owner_app_user_id"] == "u_42")
        #expect(export["limits"]?["scans"]?["used"] == 1)
        let records = try #require(export["records"])
        #expect(records["evidence"]?.array?.first?["app_user_id"] == "u_42")
        #expect(records["reservations"]?.array?.first?["reference"] == "page 7")
        #expect(records["household_members"]?.array?.count == 1)
        let body = records["webhook_events"]?.array?.first?["body"]?.string
        #expect(body == String(decoding: event.body, as: UTF8.self))
    }

    @Test("an export holds every kind of record, with transfers the app user was part of")
    func kinds() async throws {
        let tenant = try await TestTenant.createWithTraces()
        try await tenant.database.numberChanges()
        let records = try #require(try await export(of: "u_ana", in: tenant)["records"]?.object)
        #expect(
            Set(records.members.map(\.name)) == [
                "attributes", "audit_entries", "change_entries", "code_redemptions",
                "credit_adjustments", "credit_orders", "credit_spends", "dismissed_notices",
                "evidence", "grants",
                "household_members", "logged_notices", "operator_notes", "overuses",
                "referral_codes", "referrals", "reservations", "snapshots", "uses",
                "webhook_events",
            ])
        let evidence = records["evidence"]?.array ?? []
        #expect(evidence.contains { $0["kind"] == "transfer" })
    }

    @Test("an export holds nothing of other app users")
    func others() async throws {
        let tenant = try await TestTenant.createWithTraces()
        try await tenant.receive(.initialPurchase(appUserID: "u_eve"))
        let export = try await export(of: "u_eve", in: tenant)
        let text = String(decoding: export.bytes, as: UTF8.self)
        #expect(text.contains("u_eve"))
        for trace in TestTenant.traces + ["u_ben"] {
            #expect(!text.contains(trace))
        }
    }

    @Test("an unknown app user has no export")
    func nobody() async throws {
        let tenant = try await TestTenant.create()
        await expectFailure(.appUserNotFound) { try await export(of: "u_42", in: tenant) }
    }

    private func export(of appUserID: String, in tenant: TestTenant) async throws -> JSONValue {
        let answer = try await tenant.database.callOne(
            ExportAppUser(appUserID: AppUserID(appUserID)), in: tenant.id)
        return try JSONParser.parse(answer.json)
    }
}
