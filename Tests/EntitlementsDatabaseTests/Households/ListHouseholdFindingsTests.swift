import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_household_findings")
struct ListHouseholdFindingsTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    /// A purchase whose chain is the id of its buyer.
    private func purchase(_ appUserID: String, until end: Int64 = 30) -> RevenueCatEvent {
        .initialPurchase(
            appUserID: appUserID, expiresAt: day(end), originalTransactionID: appUserID)
    }

    @Test("an entitlement that two members pay for is a finding with both purchases")
    func doublePayer() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.receive(purchase("u_1", until: 20), receivedAt: start)
        try await tenant.receive(purchase("u_2"), receivedAt: start)
        let findings = try await tenant.findings(at: day(1))
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding["kind"] == "double_payer")
        #expect(finding["household_id"] == .string(household.uuidString.lowercased()))
        #expect(finding["entitlement_id"] == "plus")
        let purchases = finding["purchases"]?.array
        #expect(purchases?.map { $0["app_user_id"] } == ["u_1", "u_2"])
        #expect(
            purchases?.map { $0["expires_at"] }
                == [.string(day(20).rfc3339), .string(day(30).rfc3339)])
        #expect(try await tenant.findings(at: day(20)) == [])
    }

    @Test("one buyer, a grant, a family share or a non-member is no finding")
    func noFinding() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"], at: start)
        for event in [
            purchase("u_1"), purchase("u_1").transaction("2", original: "2"), purchase("u_9"),
            .promotionalGrant(appUserID: "u_2"), purchase("u_2").asFamilyShare,
        ] { try await tenant.receive(event, receivedAt: start) }
        #expect(try await tenant.findings(at: day(1)) == [])
    }

    @Test("a transferred purchase is a finding while the household holds it")
    func transferHeld() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.receive(purchase("u_1"), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .transfer(from: ["u_1"], to: ["u_9"]), receivedAt: TestTenant.receipt)
        #expect(try await tenant.findings(at: day(9)) == [])
        for number in [10, 12] as [Int64] {
            let findings = try await tenant.findings(at: day(number))
            #expect(findings.map { $0["kind"] } == ["transfer_held"])
            let purchase = findings.first?["purchases"]?.array?.first
            #expect(purchase?["app_user_id"] == "u_1")
            #expect(purchase?["expires_at"] == .string(day(13).rfc3339))
        }
        #expect(try await tenant.findings(at: day(13)) == [])
    }

    @Test("each living household is on one page; dissolved ones are on none")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.found("u_1")
        var founded: Set<UUID> = []
        for number in 0..<5 { founded.insert(try await tenant.found("p_\(number)")) }
        let ended = try await tenant.found("p_9")
        try await tenant.dissolve(ended)
        var seen: [UUID] = []
        while true {
            let page = try await tenant.database.call(
                ListHouseholdFindings(
                    pageLimit: 3, afterHouseholdID: seen.last.map { HouseholdID($0) }),
                in: tenant.id)
            seen += page.map(\.householdID.uuid)
            if page.count < 3 { break }
        }
        #expect(seen.count == 5)
        #expect(Set(seen) == founded)
    }
}
