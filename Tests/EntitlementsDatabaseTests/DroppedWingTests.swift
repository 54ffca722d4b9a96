import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Holds that the core works without a wing: without its functions, and without its rows.
@Suite("The core without a wing")
struct DroppedWingTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("purchases, households, merges and erasing need no wing", arguments: Wing.all)
    func core(_ wing: Wing) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.initialPurchase(appUserID: "u_early"))
            try await scratch.drop(wing)

            try await tenant.create("u_1", "identified", at: start)
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            try await tenant.receive(.renewal(appUserID: "u_early"))
            for payer in ["u_1", "u_early"] {
                #expect(try await tenant.standing(of: payer, at: day(1)) == .active("active"))
            }
            try await tenant.found("u_1", with: ["u_2"], at: day(1))
            #expect(try await tenant.standing(of: "u_2", at: day(2)) == .active("active"))

            try await tenant.receive(.initialPurchase(appUserID: "$RCAnonymousID:1"))
            try await tenant.identify("$RCAnonymousID:1", as: "u_3", at: day(2))
            #expect(try await tenant.standing(of: "u_3", at: day(2)) == .active("active"))
            try await tenant.identify("$RCAnonymousID:2", as: "u_3", at: day(2))

            try await tenant.erase("u_1", at: day(3))
            #expect(try await tenant.standing(of: "u_1", at: day(4)) == .none)
            #expect(try await tenant.standing(of: "u_early", at: day(4)) == .active("active"))
            try await expectSound(tenant)
        }
    }
}
