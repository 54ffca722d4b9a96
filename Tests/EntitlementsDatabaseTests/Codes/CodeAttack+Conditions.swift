import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

private typealias World = CodedTenant

extension CodeAttack {
    /// A household neither hides what was bought nor multiplies what is given.
    static let ofHouseholds = [
        CodeAttack("an offer for new households, with a member who bought", .codeNotForYou) {
            try await $0.tenant.found(World.buyer, with: [World.mallory], at: World.start)
            try await $0.redeem("HOME1", as: World.mallory)
        },
        CodeAttack("the same, after leaving", .codeNotForYou) {
            let household = try await $0.tenant.found(
                World.buyer, with: [World.mallory], at: World.start)
            try await $0.tenant.leave(World.mallory, household, at: World.start.advanced(byDays: 1))
            try await $0.redeem("HOME1", as: World.mallory, on: 2)
        },
        CodeAttack("a subscription that the household shares", .codeNotForYou) {
            try await $0.tenant.found(World.buyer, with: [World.mallory], at: World.start)
            try await $0.redeem("FREE1", as: World.mallory)
        },
        CodeAttack("what a code gave, carried into a household", nil) {
            try await $0.redeem("ONCE1", as: World.mallory)
            try await $0.tenant.found(World.mallory, with: ["u_friend"])
            let moment = World.start.advanced(byDays: 2)
            #expect(try await $0.tenant.standing(of: "u_friend", at: moment) == .none)
        },
    ]

    /// The clock and other codes open nothing.
    static let ofTime = [
        CodeAttack("before its time", .codeNotFound) {
            try await $0.redeem("SOON1", as: World.mallory)
        },
        CodeAttack("after its time", .codeExpired) {
            try await $0.redeem("PAST1", as: World.mallory)
        },
        CodeAttack("a second code beside one that runs", .codeNotForYou) {
            try await $0.redeem("ONCE1", as: World.mallory)
            try await $0.redeem("PAIR1", as: World.mallory, on: 2)
        },
        CodeAttack("a code that stacks on one that does not", .codeNotForYou) {
            try await $0.redeem("ONCE1", as: World.mallory)
            try await $0.redeem("STACK1", as: World.mallory, on: 2)
        },
        CodeAttack("a code that stacks, more often than it may", .codeNotForYou) {
            for day in 1...3 { try await $0.redeem("STACK1", as: World.mallory, on: Int64(day)) }
        },
        CodeAttack("an extension of nothing", .codeNotForYou) {
            try await $0.redeem("MORE1", as: World.mallory)
        },
        CodeAttack("a trial passed off as new", .codeNotForYou) {
            try await $0.tenant.receive(
                .initialPurchase(
                    appUserID: World.mallory, purchasedAt: World.start,
                    expiresAt: World.start.advanced(byDays: 7), originalTransactionID: "t-m"
                ).asTrial, receivedAt: World.start)
            try await $0.redeem("NEW1", as: World.mallory, on: 9)
        },
        CodeAttack("a purchase that was moved away to be new", .codeNotForYou) {
            try await $0.tenant.receive(
                .transfer(
                    from: [World.buyer], to: ["u_other"], at: World.start.advanced(byDays: 1)),
                receivedAt: World.start.advanced(byDays: 1))
            try await $0.redeem("NEW1", as: World.buyer, on: 40)
        },
    ]

    /// What was closed stays closed, and what was given stays counted.
    static let ofOperators = [
        CodeAttack("a code of a batch that another app user redeemed", .codeUsedUp) {
            let code = try await $0.tenant.createCodes(1, of: "batch")[0]
            try await $0.redeem(code, as: "u_1")
            try await $0.redeem(code, as: World.mallory)
        },
        CodeAttack("a second code of one batch", .codeNotForYou) {
            let codes = try await $0.tenant.createCodes(2, of: "batch")
            for (day, code) in codes.enumerated() {
                try await $0.redeem(code, as: World.mallory, on: 1 + Int64(day) * 40)
            }
        },
        CodeAttack("a revoked code", .codeNotFound) {
            try await $0.tenant.revokeCodes { $0.codeDigest = PromoCode.digest(of: "ONCE1") }
            try await $0.redeem("ONCE1", as: World.mallory)
        },
        CodeAttack("a revoked campaign whose file is applied again", .codeNotFound) {
            try await $0.tenant.revokeCodes { $0.campaignID = "once" }
            try await $0.tenant.apply([])
            try await $0.tenant.apply(World.campaigns)
            try await $0.redeem("ONCE1", as: World.mallory)
        },
        CodeAttack("what was taken back, redeemed again", .codeNotForYou) {
            try await $0.redeem("ONCE1", as: World.mallory)
            let redemption = try await $0.tenant.redemptions(of: "once")[0].redemptionID
            try await $0.tenant.revoke(redemption: try #require(redemption))
            try await $0.redeem("ONCE1", as: World.mallory, on: 2)
        },
        CodeAttack("what was taken back, by undoing a merge", nil) {
            try await $0.redeem("ONCE1", as: World.mallory)
            try await $0.redeem("ONCE1", as: World.phone, on: 2)
            let merge = try await $0.tenant.identify(World.phone, as: World.mallory).mergeID
            for redemption in try await $0.tenant.redemptions(of: "once") {
                try await $0.tenant.revoke(redemption: try #require(redemption.redemptionID))
            }
            try await $0.tenant.undo(try #require(merge))
            #expect(try await $0.living("once", of: [World.mallory, World.phone]) == 0)
        },
        CodeAttack("a campaign that left the file and came back", .codeUsedUp) {
            for person in ["u_1", "u_2"] { try await $0.redeem("PAIR1", as: person) }
            try await $0.tenant.apply([])
            try await $0.tenant.apply(World.campaigns)
            try await $0.redeem("PAIR1", as: World.mallory)
        },
        CodeAttack("a maximum lowered below what was given", nil) { world in
            for person in ["u_1", "u_2"] { try await world.redeem("PAIR1", as: person) }
            try await world.tenant.apply([
                .giving(as: "pair", code: "PAIR1") { $0.maxRedemptions = 1 }
            ])
            await expectFailure(.codeUsedUp) { try await world.redeem("PAIR1", as: World.mallory) }
            try await world.tenant.apply(World.campaigns)
        },
    ]
}
