import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

extension TenancyTests {
    /// Expects explanations, and what is recalled, to be of the tenant alone.
    ///
    /// Both tenants have the same ids, purchases and events, so each leak is a double.
    static func expectOwnExplanations(_ tenant: TestTenant) async throws {
        let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 3)
        let knownAt = try await tenant.moment()
        let standing = try await tenant.standing(of: "u_42", "pro", at: moment)
        let explaining = ExplainAccess(
            appUserID: "u_42", entitlementID: "pro",
            transactionID: RevenueCatEvent.initialPurchase().fields["transaction_id"]?.string,
            asOf: moment)
        let recalling = RecallExplanation(
            appUserID: "u_42", entitlementID: "pro", environment: "production", asOf: moment,
            knownAt: knownAt)
        let database = tenant.database
        for json in [
            try await database.callOne(explaining, in: tenant.id).json,
            try await database.callOne(recalling, in: tenant.id).json,
        ] {
            let explained = try JSONParser.parse(json)
            #expect(explained["is_allowed"] == .bool(standing.isActive))
            #expect(explained["answer"]?["status"]?.string == standing.status)
            #expect(explained["decision"]?["households"] == [])
            for (part, id) in [("purchases", "purchase_id"), ("events", "event_id")] {
                let ids =
                    explained["decision"]?[part]?.array?
                    .compactMap { $0["facts"]?[id]?.string } ?? []
                #expect(Set(ids).count == ids.count, "\(part)")
                #expect(part == "events" || ids.count == 1, "\(part)")
            }
        }
        let member = ExplainAccess(appUserID: "h_2", entitlementID: "pro", asOf: nil)
        let explained = try JSONParser.parse(
            try await database.callOne(member, in: tenant.id).json)
        #expect(explained["decision"]?["households"]?.array?.count == 1)
        let recall = RecallAccess(
            question: "entitlements", appUserID: "u_42", environment: "production", asOf: moment,
            knownAt: knownAt)
        #expect(
            try JSONParser.parse(try await database.callOne(recall, in: tenant.id).json)
                == (try await tenant.entitlements(of: "u_42", at: moment)))
    }
}
