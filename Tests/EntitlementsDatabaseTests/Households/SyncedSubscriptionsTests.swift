import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite("Devices derive the same answer as the server", .serialized)
struct SyncedSubscriptionsTests {
    @Test("a purchase reaches current members of the household only")
    func household() async throws {
        try await SyncingTenant.with { app in
            try await app.buys("a")
            #expect(try await app.subscriptions(of: "a") == ["a"])
            #expect(try await app.entitled("a", "b") == ["a"])

            let household = try await app.tenant.found("a", with: ["b", "c"])
            try await app.tenant.found("d")
            #expect(try await app.subscriptions(of: "b") == ["a"])
            #expect(try await app.members(of: "b") == ["a owner", "b member", "c member"])
            #expect(try await app.entitled("a", "b", "c", "d") == ["a", "b", "c"])
            #expect(try await app.subscriptions(of: "d") == [])

            try await app.tenant.leave("b", household)
            #expect(try await app.subscriptions(of: "b") == [])
            #expect(try await app.members(of: "b") == [])
            #expect(try await app.members(of: "c") == ["a owner", "c member"])
            #expect(try await app.entitled("a", "b", "c") == ["a", "c"])

            _ = try await app.tenant.database.callOne(
                TransferHousehold(householdID: HouseholdID(household), appUserID: "c", asOf: nil),
                in: app.tenant.id)
            #expect(try await app.members(of: "a") == ["a member", "c owner"])
            _ = try await app.tenant.database.callOne(
                DissolveHousehold(householdID: HouseholdID(household), asOf: nil), in: app.tenant.id
            )
            #expect(try await app.entitled("a", "b", "c") == ["a"])
            #expect(try await app.members(of: "a") == [])
        }
    }

    @Test("an ended, refunded or sandbox purchase gives no access on devices")
    func states() async throws {
        try await SyncingTenant.with { app in
            try await app.tenant.found("a", with: ["b"])
            try await app.tenant.receive(
                .initialPurchase(
                    appUserID: "a", purchasedAt: "2025-01-01T00:00:00Z",
                    expiresAt: "2025-02-01T00:00:00Z"))
            #expect(try await app.subscriptions(of: "b") == ["a"])
            #expect(try await app.entitled("a", "b") == [])
            try await app.buys("b") { $0.setting("environment", "SANDBOX") }
            #expect(try await app.subscriptions(of: "b") == ["a"])
            try await app.buys("b") { $0.setting("is_family_share", true) }
            #expect(try await app.entitled("a", "b") == ["b"])
            #expect(try await app.subscriptions(of: "a") == ["a"])
            try await app.tenant.receive(
                .refund(appUserID: "b", purchasedAt: "2026-01-01T00:00:00Z"))
            #expect(try await app.entitled("a", "b") == [])
        }
    }

    @Test("unknown products use the event's entitlements; Play products match by prefix")
    func catalog() async throws {
        try await SyncingTenant.with { app in
            try await app.tenant.found("a", with: ["b"])
            try await app.buys("a") { $0.setting("product_id", "stockpot_plus_monthly:p1m") }
            #expect(try await app.entitled("a", "b") == ["a", "b"])
            try await app.tenant.found("c", with: ["d"])
            try await app.buys("c") { $0.setting("product_id", "unheard_of") }
            #expect(try await app.entitled("c", "d") == ["c", "d"])
            #expect(try await app.entitled("c", to: "plu_") == [])
            try await app.tenant.receive(
                .promotionalGrant(appUserID: "e", expiresAt: "2099-01-01T00:00:00Z"))
            try await app.tenant.found("e", with: ["f"])
            #expect(try await app.entitled("e", "f") == ["e"])
        }
    }

    @Test("an unshared purchase serves its owner only, even while held")
    func unshared() async throws {
        try await SyncingTenant.with { definition in
            for index in definition.entitlements.indices {
                definition.entitlements[index].isShared = false
            }
        } _: { app in
            try await app.tenant.found("a", with: ["b"])
            try await app.buys("a")
            #expect(try await app.entitled("a", "b") == ["a"])
            try await app.moves(from: "a", to: "c")
            #expect(try await app.subscriptions(of: "a") == ["a held"])
            #expect(try await app.entitled("a", "b", "c") == ["c"])
        }
    }

    @Test("a household keeps a transferred purchase while it is held")
    func held() async throws {
        try await SyncingTenant.with { app in
            let household = try await app.tenant.found("a", with: ["b"])
            try await app.buys("a")
            try await app.moves(from: "a", to: "c")
            #expect(try await app.subscriptions(of: "a") == ["a held"])
            #expect(try await app.subscriptions(of: "b") == ["a held"])
            #expect(try await app.subscriptions(of: "c") == ["c"])
            #expect(try await app.entitled("a", "b", "c") == ["a", "b", "c"])

            // The new owner founds a household: the purchase stays held for the old one.
            try await app.tenant.found("c", with: ["d"])
            #expect(try await app.subscriptions(of: "d") == ["c"])
            #expect(try await app.entitled("a", "b", "c", "d") == ["a", "b", "c", "d"])
            _ = try await app.tenant.database.callOne(
                DissolveHousehold(householdID: HouseholdID(household), asOf: nil), in: app.tenant.id
            )
            #expect(try await app.entitled("a", "b", "c", "d") == ["c", "d"])
            #expect(try await app.subscriptions(of: "a") == [])
        }
    }

    @Test("without a hold access follows the transfer, within a household too")
    func moved() async throws {
        try await SyncingTenant.with {
            $0.households.transferHoldDays = 0
        } _: { app in
            try await app.tenant.found("a", with: ["b"])
            try await app.buys("a")
            try await app.moves(from: "a", to: "b")
            #expect(try await app.subscriptions(of: "a") == ["b"])
            try await app.moves(from: "b", to: "c")
            #expect(try await app.entitled("a", "b", "c") == ["c"])
            #expect(try await app.subscriptions(of: "a") == [])
        }
    }

    @Test("an anonymous buyer's rows follow a merge")
    func merge() async throws {
        try await SyncingTenant.with { app in
            try await app.buys("$RCAnonymousID:1")
            #expect(try await app.subscriptions(of: "$RCAnonymousID:1") == ["$RCAnonymousID:1"])
            // The first id gains an unknown one; the second merges with a known app user.
            try await app.tenant.receive(
                .subscriberAlias(appUserID: "new", aliases: ["$RCAnonymousID:1"]))
            #expect(try await app.subscriptions(of: "$RCAnonymousID:1") == [])
            #expect(try await app.entitled("new") == ["new"])

            try await app.tenant.found("a", with: ["$RCAnonymousID:2"])
            try await app.buys("$RCAnonymousID:2")
            try await app.buys("b") { $0.setting("is_family_share", true) }
            #expect(try await app.subscriptions(of: "a") == ["$RCAnonymousID:2"])
            try await app.tenant.receive(
                .subscriberAlias(appUserID: "b", aliases: ["$RCAnonymousID:2"]))
            #expect(try await app.subscriptions(of: "a") == ["b"])
            #expect(try await app.members(of: "a") == ["a owner", "b member"])
            #expect(try await app.subscriptions(of: "b") == ["b", "b"])
            #expect(try await app.entitled("a", "b") == ["a", "b"])
        }
    }
}
