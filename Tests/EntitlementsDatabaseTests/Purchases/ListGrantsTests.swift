import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_grants")
struct ListGrantsTests {
    private let noon: Timestamp = "2026-06-21T12:00:00Z"

    @Test("a grant is shown with its status at the moment")
    func status() async throws {
        let tenant = try await TestTenant.create()
        let first = try await tenant.grant(to: "u_1", for: "P7D", at: noon)
        let next = try await tenant.grant(to: "u_1", for: "P7D", at: noon.advanced(byDays: 1)) {
            $0.extends = true
        }
        try await tenant.revoke(grant: next.grantID, of: "u_1", at: noon.advanced(byDays: 9))
        for (days, statuses) in [
            (Int64(-1), []), (0, ["active"]), (1, ["scheduled", "active"]),
            (7, ["active", "expired"]), (9, ["revoked", "expired"]),
        ] {
            let listed = try await tenant.grants(of: "u_1", at: noon.advanced(byDays: days))
            #expect(listed.compactMap { $0["status"]?.string } == statuses, "after \(days) days")
        }
        #expect(try await tenant.grants(of: "u_1").map(\.grantID) == [next.grantID, first.grantID])
        #expect(try await tenant.grants(of: "u_2") == [])
        #expect(try await TestTenant.create().grants(of: "u_1") == [])
    }

    @Test("pages go from the newest grant to the oldest")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        for day in 0..<5 {
            try await tenant.grant(to: "u_1", for: "P1M", at: noon.advanced(byDays: Int64(day)))
        }
        var seen: [ListGrants.Row] = []
        while true {
            let page = try await tenant.database.call(
                ListGrants(
                    appUserID: "u_1", pageLimit: 2, beforeGrantedAt: seen.last?.grantedAt,
                    beforeGrantID: seen.last?.grantID),
                in: tenant.id)
            if page.isEmpty { break }
            seen += page
        }
        #expect(
            seen.map(\.grantedAt) == (0..<5).reversed().map { noon.advanced(byDays: Int64($0)) })
    }
}
