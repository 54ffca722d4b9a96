import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_redemptions")
struct ListRedemptionsTests {
    private let start: Timestamp = "2100-01-01T00:00:00Z"

    @Test("redemptions are listed newest first: all, of a campaign, and of all ids of an app user")
    func filters() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [.giving(), .giving(as: "other", code: "OTHER1")]
        }
        let other = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        try await other.redeem("LAUNCH-26", by: "u_1", at: start)
        try await tenant.redeem("LAUNCH-26", by: anonymous("1"), at: start)
        try await tenant.identify(anonymous("1"), as: "u_1")
        try await tenant.redeem("LAUNCH-26", by: "u_2", at: start.advanced(byDays: 1))
        try await tenant.redeem("OTHER1", by: "u_3", at: start.advanced(byDays: 2))
        func people(_ list: [JSONValue]) -> [String] {
            list.compactMap { $0["app_user_id"]?.string }
        }
        #expect(try await people(tenant.redemptions()) == ["u_3", "u_2", anonymous("1")])
        #expect(try await people(tenant.redemptions(of: "other")) == ["u_3"])
        #expect(try await people(tenant.redemptions(by: "u_1")) == [anonymous("1")])
        #expect(try await tenant.redemptions(by: "u_unknown").isEmpty)
    }

    @Test("a page ends where the next begins")
    func pages() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        for number in 0..<5 {
            try await tenant.redeem(
                "LAUNCH-26", by: "u_\(number)", at: start.advanced(byDays: Int64(number / 2)))
        }
        var listed: [ListRedemptions.Row] = []
        var page: [ListRedemptions.Row] = []
        repeat {
            page = try await tenant.database.call(
                ListRedemptions(
                    pageLimit: 2, beforeRedeemedAt: listed.last?.redeemedAt,
                    beforeRedemptionID: listed.last?.redemptionID),
                in: tenant.id)
            listed += page
        } while !page.isEmpty
        #expect(listed.count == 5)
        #expect(Set(listed.map(\.redemptionID)).count == 5)
    }
}
