import Entitlements
import TestSupport
import Testing

extension TenancyTests {
    /// Fills the tables of codes, with a tenant of its own.
    static func fillCodes() async throws {
        let tenant = try await TestTenant.create(like: "yapmate") { $0.referrals = .giving("pro") }
        try await tenant.put(.giving("pro"))
        try await tenant.redeem("LAUNCH-26", by: "u_coded")
        try await tenant.erase("u_coded")
        try await tenant.refer("u_brought", by: "u_bringing")
        await expectFailure(.codeNotFound) { try await tenant.redeem("WRONG", by: "u_guest") }
    }
}
