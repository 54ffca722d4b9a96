import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import Entitlements

private typealias World = AttackedTenant

extension Attack {
    /// A merge raises no limit.
    static let ofLimits = [
        Attack("a quota that is new in the account", .limitReached, threeImports) {
            try await $0.tenant.consume("imports", by: World.mallorysPhone, 3)
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            try await $0.tenant.consume("imports", by: World.mallory)
        },
        Attack("a quota doubled by using both before they are one", .limitReached, threeImports) {
            for person in [World.mallorysPhone, World.mallory] {
                try await $0.tenant.consume("imports", by: person, 2)
            }
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            try await $0.tenant.consume("imports", by: World.mallory)
        },
        Attack("a quota reset by leaving, merging and joining", .limitReached, threeImports) {
            let household = try await $0.tenant.found("u_other", with: [World.mallorysPhone])
            try await $0.tenant.consume("imports", by: World.mallorysPhone, 3)
            try await $0.tenant.leave(World.mallorysPhone, household)
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            let invite = try await $0.tenant.invite(to: household)
            try await $0.tenant.join(World.mallory, by: invite)
            try await $0.tenant.consume("imports", by: World.mallory)
        },
        Attack("what was set aside, set aside again by the account", .limitReached, threeImports) {
            try await $0.tenant.reserve("imports", by: World.mallorysPhone, 3, reference: "job")
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            try await $0.tenant.reserve("imports", by: World.mallory, reference: "other job")
        },
        Attack("another tenant's reservation given back", .reservationNotFound, threeImports) {
            let other = try await TestTenant.create(like: "metered")
            let used = try await other.consume("scans", by: World.ana, reference: "job")
            try await $0.tenant.releaseReservation(try #require(used.reservationID))
        },
        Attack("a credit spent by one and again by who takes the purchase", .notEnoughCredits) {
            $0.products.append(exportPack)
        } attempt: {
            try await $0.tenant.receive(
                .nonRenewingPurchase(appUserID: World.mallorysPhone, product: "export_pack"))
            try await $0.tenant.spend("export", of: World.mallorysPhone, on: "one", 2)
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            try await $0.tenant.spend("export", of: World.mallory, on: "two")
        },
        Attack("a credit of a purchase that RevenueCat gave back", .notEnoughCredits) {
            $0.products.append(exportPack)
        } attempt: {
            try await $0.tenant.receive(
                .nonRenewingPurchase(
                    appUserID: World.mallory, product: "export_pack",
                    originalTransactionID: "pack"))
            try await $0.tenant.receive(
                .refund(
                    appUserID: World.mallory, product: "export_pack",
                    originalTransactionID: "pack"))
            try await $0.tenant.spend("export", of: World.mallory, on: "one")
        },
    ]

    private static let threeImports: @Sendable (inout TenantDefinition) -> Void = {
        $0.limits = [
            TenantDefinition.Limit(
                id: LimitID(unchecked: "imports"), period: .every(.month), free: 3,
                entitlements: [:])
        ]
    }

    private static let exportPack = TenantDefinition.Product(
        id: ProductID(unchecked: "export_pack"), kind: .consumable, duration: nil, trial: nil,
        entitlements: [], seats: nil, credits: [CreditID(unchecked: "export"): 2])
}
