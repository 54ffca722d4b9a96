import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

private typealias World = CodedTenant

extension CodeAttack {
    /// Guessing on is useless after the limit, under every id.
    static let ofGuessers = [
        CodeAttack("the right code after too many wrong ones", .tooManyCodeAttempts) {
            try await $0.guessUp(as: [World.mallory])
            try await $0.redeem("ONCE1", as: World.mallory)
        },
        CodeAttack("wrong codes by checking, and then the right one", .tooManyCodeAttempts) {
            let moment = World.start.advanced(byDays: 1)
            for number in 0..<20 {
                _ = try? await $0.tenant.check("GUESS-\(number)", for: World.mallory, at: moment)
            }
            try await $0.redeem("ONCE1", as: World.mallory)
        },
        CodeAttack("wrong codes spread over the ids of one app user", .tooManyCodeAttempts) {
            try await $0.tenant.identify(World.phone, as: World.mallory)
            try await $0.guessUp(as: [World.mallory])
            try await $0.redeem("ONCE1", as: World.phone)
        },
        CodeAttack("wrong codes spread over new ids, and the right one", .tooManyCodeAttempts) {
            $0.codes.tenantAttemptsPerHour = 20
        } attempt: {
            try await $0.guessUp(as: [World.mallory] + (0..<29).map { "u_guess_\($0)" })
            try await $0.redeem("ONCE1", as: World.mallory)
        },
        CodeAttack("a code of another tenant", .codeNotFound) {
            let other = try await TestTenant.create {
                $0.codes.campaigns = [.giving(as: "theirs", code: "THEIRS1")]
            }
            _ = try await other.redeem("THEIRS1", by: "u_1")
            try await $0.redeem("THEIRS1", as: World.mallory)
        },
        CodeAttack("an empty spelling", .codeNotFound) {
            try await $0.redeem(" -- – ", as: World.mallory)
        },
    ]

    /// A redemption counts for the app user, under every id and after every merge.
    static let ofIDs = [
        CodeAttack("a code redeemed again under another id", nil) {
            try await $0.tenant.identify(World.phone, as: World.mallory)
            try await $0.redeem("ONCE1", as: World.phone)
            try await $0.redeem("ONCE1", as: World.mallory, on: 2)
            #expect(try await $0.tenant.redemptions(of: "once").count == 1)
        },
        CodeAttack("redeemed without an account, merged, and redeemed again", nil) {
            try await $0.redeem("ONCE1", as: World.phone)
            try await $0.tenant.identify(World.phone, as: World.mallory)
            try await $0.redeem("ONCE1", as: World.mallory, on: 2)
            #expect(try await $0.tenant.redemptions(of: "once").count == 1)
        },
        CodeAttack("redeemed by three, who then become one", nil) {
            for person in [World.phone, World.otherPhone, World.mallory] {
                try await $0.redeem("ONCE1", as: person)
            }
            for phone in [World.phone, World.otherPhone] {
                try await $0.tenant.identify(phone, as: World.mallory)
            }
            let living = try await $0.living(
                "once", of: [World.phone, World.otherPhone, World.mallory])
            #expect(living == 1)
        },
        CodeAttack("redeemed by two later, to have it longer as one", nil) {
            try await $0.redeem("ONCE1", as: World.mallory)
            try await $0.redeem("ONCE1", as: World.phone, on: 20)
            try await $0.tenant.identify(World.phone, as: World.mallory)
            let standing = try await $0.tenant.standing(
                of: World.mallory, at: World.start.advanced(byDays: 31))
            #expect(!standing.isActive)
        },
        CodeAttack("a merge undone, to redeem a third time", nil) {
            try await $0.redeem("ONCE1", as: World.phone)
            let merge = try await $0.tenant.identify(World.phone, as: World.mallory).mergeID
            try await $0.tenant.undo(try #require(merge))
            try await $0.redeem("ONCE1", as: World.phone, on: 2)
            try await $0.redeem("ONCE1", as: World.mallory, on: 2)
            try await $0.tenant.identify(World.phone, as: World.mallory)
            #expect(try await $0.living("once", of: [World.phone, World.mallory]) == 1)
        },
        CodeAttack("erased, and back under the same id", .codeNotForYou) {
            try await $0.redeem("ONCE1", as: World.mallory)
            try await $0.tenant.erase(World.mallory)
            try await $0.tenant.create(World.mallory, "identified")
            try await $0.redeem("ONCE1", as: World.mallory, on: 2)
        },
        CodeAttack("erased, and back under the id of a merged phone", .codeNotForYou) {
            try await $0.tenant.identify(World.phone, as: World.mallory)
            try await $0.redeem("ONCE1", as: World.mallory)
            try await $0.tenant.erase(World.mallory)
            try await $0.tenant.create(World.phone, "anonymous")
            try await $0.redeem("ONCE1", as: World.phone, on: 2)
        },
        CodeAttack("erased twice, and back", .codeNotForYou) {
            for code in ["ONCE1", "STACK1"] {
                if code == "STACK1" { try await $0.tenant.create(World.mallory, "identified") }
                try await $0.redeem(code, as: World.mallory)
                try await $0.tenant.erase(World.mallory)
            }
            try await $0.tenant.create(World.mallory, "identified")
            try await $0.redeem("ONCE1", as: World.mallory, on: 2)
        },
        CodeAttack("an offer for the new, redeemed by a phone of a buyer", nil) {
            try await $0.redeem("NEW1", as: World.phone)
            try await $0.tenant.identify(World.phone, as: World.buyer)
            #expect(try await $0.living("new", of: [World.phone]) == 0)
        },
        CodeAttack("an offer for app users without a subscription, by a phone of one", nil) {
            try await $0.redeem("FREE1", as: World.phone)
            try await $0.tenant.identify(World.phone, as: World.buyer)
            #expect(try await $0.living("free", of: [World.phone]) == 0)
        },
        CodeAttack("the key of one redemption for another code", .idempotencyKeyReused) {
            let moment = World.start.advanced(byDays: 1)
            try await $0.tenant.redeem("ONCE1", by: World.mallory, key: "k", at: moment)
            try await $0.tenant.redeem("STACK1", by: World.mallory, key: "k", at: moment)
        },
        CodeAttack("the Idempotency-Key of another app user", .codeUsedUp) {
            let moment = World.start.advanced(byDays: 1)
            for person in ["u_1", "u_2"] {
                try await $0.tenant.redeem("PAIR1", by: person, key: "k", at: moment)
            }
            try await $0.tenant.redeem("PAIR1", by: World.mallory, key: "k", at: moment)
        },
    ]
}
