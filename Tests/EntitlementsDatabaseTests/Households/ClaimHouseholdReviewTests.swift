import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("claim_household_review", .serialized)
struct ClaimHouseholdReviewTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    /// Creates a tenant with seats on a product, so that households are reviewed.
    private func tenant(in scratch: ScratchDatabase) async throws -> TestTenant {
        try await TestTenant.create(in: scratch.database) { $0.products[0].seats = 9 }
    }

    @Test("a household whose members changed is leased until the lease ends")
    func leased() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await tenant(in: scratch)
            let household = try await tenant.found("u_1", at: start)
            #expect(try await scratch.claim(at: start.advanced(bySeconds: -1)) == nil)
            let claimed = try #require(try await scratch.claim(at: start))
            #expect(claimed.tenantID == tenant.id)
            #expect(claimed.householdID.uuid == household)
            #expect(try await scratch.claim(at: start.advanced(bySeconds: 59)) == nil)
            #expect(try await scratch.claim(at: start.advanced(bySeconds: 60)) != nil)
        }
    }

    @Test("the household that has been due longest comes first, across tenants")
    func order() async throws {
        try await ScratchDatabase.with { scratch in
            let tenants = [try await tenant(in: scratch), try await tenant(in: scratch)]
            let later = try await tenants[0].found("u_1", at: day(2))
            let earlier = try await tenants[1].found("u_1", at: day(1))
            #expect(try await scratch.claim(at: day(3))?.householdID.uuid == earlier)
            #expect(try await scratch.claim(at: day(3))?.householdID.uuid == later)
            #expect(try await scratch.claim(at: day(3)) == nil)
        }
    }

    @Test("a member's purchase and the end of its seats each make a review due")
    func purchases() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await tenant(in: scratch)
            let household = try await tenant.found("u_1", at: start)
            #expect(try await tenant.review(household, at: start).nextDueAt == nil)
            #expect(try await scratch.claim(at: day(400)) == nil)
            try await tenant.receive(.initialPurchase(appUserID: "u_1"), receivedAt: start)
            #expect(try await scratch.claim(at: day(400))?.householdID.uuid == household)
            #expect(try await tenant.review(household, at: day(1)).nextDueAt == day(30))
            #expect(try await scratch.claim(at: day(29)) == nil)
            #expect(try await scratch.claim(at: day(30))?.householdID.uuid == household)
        }
    }

    @Test("no review is due where no product has seats")
    func nothingDue() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let household = try await tenant.found("u_1", with: ["u_2"], at: start)
            try await tenant.leave("u_2", household, at: day(1))
            #expect(try await scratch.claim(at: day(400)) == nil)
        }
    }

    @Test("eight simultaneous workers lease eight different households")
    func raced() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await tenant(in: scratch)
            for number in 0..<8 { try await tenant.found("p_\(number)", at: start) }
            let claimed = try await withThrowingTaskGroup(of: HouseholdID?.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await scratch.claim(at: day(1))?.householdID }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(claimed.count == 8)
            #expect(!claimed.contains(nil))
        }
    }
}

extension ScratchDatabase {
    fileprivate func claim(at moment: Timestamp) async throws -> ClaimHouseholdReview.Row? {
        try await database.call(ClaimHouseholdReview(leaseSeconds: 60, asOf: moment)).first
    }
}
