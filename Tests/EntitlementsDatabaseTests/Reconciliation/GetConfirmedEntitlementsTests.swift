import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_confirmed_entitlements")
struct GetConfirmedEntitlementsTests {
    private let day = { RevenueCatEvent.defaultPurchase.advanced(byDays: $0) }

    @Test("the answer is that of a lookup, with the time of confirmation")
    func confirmed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let before = try await tenant.confirmed("u_42", at: day(2))
        #expect(before.confirmedAt == nil)
        try await tenant.add(TestSnapshot(at: day(1)).listing(.like(.initialPurchase())))
        let after = try await tenant.confirmed("u_42", at: day(2))
        #expect(after.confirmedAt == day(1))
        #expect(after.answeredAsOf == day(2))
        #expect(
            try JSONParser.parse(after.answer)
                == (try await tenant.entitlements(of: "u_42", at: day(2))))
        #expect(try JSONParser.parse(after.answer)["plan"] == "plus")
    }

    @Test("an unknown or another tenant's app user has no confirmation time")
    func nobody() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.add(TestSnapshot(at: day(1)))
        for id in ["u_42", "absent"] {
            let found = try await tenant.confirmed(id)
            #expect(found.confirmedAt == nil)
            #expect(try JSONParser.parse(found.answer)["plan"] == "free")
        }
    }
}

extension TestTenant {
    fileprivate func confirmed(
        _ appUserID: String, at moment: Timestamp? = nil
    ) async throws -> GetConfirmedEntitlements.Row {
        try await database.callOne(
            GetConfirmedEntitlements(
                appUserID: AppUserID(appUserID), environment: "production", asOf: moment), in: id)
    }
}
