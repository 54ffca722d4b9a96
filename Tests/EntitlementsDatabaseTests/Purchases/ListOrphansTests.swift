import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_orphans")
struct ListOrphansTests {
    private let start = RevenueCatEvent.defaultPurchase
    private let a = anonymous("a")

    @Test("an anonymous purchase is an orphan, with its evidence and entitlements")
    func anonymousOne() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "bought", appUserID: a))
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        let orphans = try await tenant.orphans()
        let orphan = try #require(orphans.first)
        #expect(orphans.count == 1)
        #expect(orphan["reason"] == "anonymous")
        #expect(orphan["app_user_id"] == .string(a))
        #expect(orphan["entitlement_ids"] == ["plus"])
        #expect(orphan["purchase"]?["product_id"] == "stockpot_plus_monthly")
        #expect(orphan["evidence"]?.array?.map { $0["evidence_id"] } == ["bought"])
    }

    @Test("a purchase transferred to an anonymous id is an orphan until identified")
    func transferred() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        try await tenant.receive(.transfer(from: ["u_1"], to: [a], at: start.advanced(byDays: 2)))
        let orphan = try #require(try await tenant.orphans().first)
        #expect(orphan["reason"] == "transferred")
        #expect(orphan["previous_app_user_id"] == "u_1")
        #expect(orphan["orphaned_at"]?.string == start.advanced(byDays: 2).rfc3339)
        try await tenant.receive(.transfer(from: [a], to: ["u_2"], at: start.advanced(byDays: 3)))
        #expect(try await tenant.orphans().isEmpty)
    }

    @Test("a purchase that left its owner without a destination is an orphan")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        try await tenant.add(TestSnapshot(of: "u_1", at: start.advanced(byDays: 3)))
        #expect(try await tenant.orphans().map { $0["reason"] } == ["unknown_id"])
        #expect(try await tenant.orphans().map { $0["app_user_id"] } == [.null])
    }

    @Test("a purchase stops being an orphan when its id joins an identified one")
    func joined() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a))
        try await tenant.join(a, "u_1")
        #expect(try await tenant.orphans().isEmpty)
        try await tenant.receive(.initialPurchase(appUserID: a, originalTransactionID: "2"))
        #expect(try await tenant.orphans().isEmpty)
    }

    @Test("orphans are listed newest first, in pages, of one tenant only")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        for day in 0..<5 as Range<Int64> {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: anonymous("\(day)"), purchasedAt: start.advanced(byDays: day)))
        }
        let first = try await tenant.database.call(
            ListOrphans(pageLimit: 3, beforeOrphanedAt: nil, beforeOrphanID: nil), in: tenant.id)
        let last = try #require(first.last)
        let second = try await tenant.database.call(
            ListOrphans(
                pageLimit: 3, beforeOrphanedAt: last.orphanedAt, beforeOrphanID: last.orphanID),
            in: tenant.id)
        let holders = try (first + second).map {
            try JSONParser.parse($0.answer)["app_user_id"]?.string
        }
        #expect(holders == (0..<5).reversed().map { anonymous("\($0)") })
        #expect(try await TestTenant.create().orphans().isEmpty)
    }
}
