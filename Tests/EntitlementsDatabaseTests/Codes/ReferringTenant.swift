import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// A tenant with referrals in a database of its own, because the worker goes through all tenants.
///
/// Ana brings Ben. Days count from the moment when Ben redeems her code.
struct ReferringTenant: Sendable {
    let tenant: TestTenant

    static let start: Timestamp = "2100-01-01T00:00:00Z"
    static let ana = "u_ana"
    static let ben = "u_ben"
    static let cleo = "u_cleo"
    static let phone = anonymous("bens-phone")

    static func with(
        _ change: (inout TenantDefinition) -> Void = { _ in },
        _ body: (ReferringTenant) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database) {
                $0.referrals = .giving()
                $0.households.switchCooldownDays = 0
                change(&$0)
            }
            try await body(ReferringTenant(tenant: tenant))
        }
    }

    static func day(_ days: Int64) -> Timestamp { start.advanced(byDays: days) }

    func refer(_ person: String = ben, by referrer: String = ana, on day: Int64 = 0) async throws {
        try await tenant.refer(person, by: referrer, at: Self.day(day))
    }

    func pay(
        _ person: String = ben, on day: Int64 = 1,
        _ change: (RevenueCatEvent) -> RevenueCatEvent = { $0 }
    ) async throws {
        try await tenant.pay(person, at: Self.day(day), change)
    }

    func refund(_ person: String = ben, on day: Int64, toldOn told: Int64? = nil) async throws {
        try await tenant.refund(
            person, boughtAt: Self.day(1), at: Self.day(day), receivedAt: Self.day(told ?? day))
    }

    func review(on day: Int64) async throws { try await tenant.reviewReferrals(at: Self.day(day)) }

    /// How many rewards run for an app user on a day.
    func rewards(of person: String, on day: Int64) async throws -> Int {
        try await tenant.grants(of: person, at: Self.day(day)).count {
            $0["reason"] == "referral" && ["active", "scheduled"].contains($0["status"])
        }
    }

    func expectRewards(
        _ ana: Int, _ ben: Int, on day: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(
            try await rewards(of: Self.ana, on: day) == ana, sourceLocation: sourceLocation)
        #expect(
            try await rewards(of: Self.ben, on: day) == ben, sourceLocation: sourceLocation)
    }
}
