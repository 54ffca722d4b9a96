import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

private typealias World = AttackedTenant

extension Attack {
    /// A merge does not circumvent the rules of households.
    static let ofHouseholds = [
        Attack("a cool-down reset by becoming somebody else", .cooldown) {
            let household = try await $0.tenant.found(World.ana, with: [World.mallorysPhone])
            try await $0.tenant.leave(World.mallorysPhone, household)
            let other = try await $0.tenant.found("u_other")
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            let invite = try await $0.tenant.invite(to: other)
            try await $0.tenant.join(World.mallory, by: invite)
        },
        Attack("a member who claims the owner's orphan", .orphanNotFound) {
            try await $0.tenant.found(World.anasPhone, with: [World.mallory])
            try await $0.tenant.claim(World.anasPhone, for: World.mallory, by: .none)
        },
        Attack("an invite of the anonymous owner after the merge", .inviteNotFound) {
            let household = try await $0.tenant.found(World.anasPhone)
            let invite = try await $0.tenant.invite(to: household)
            try await $0.tenant.identify(World.anasPhone, as: World.ana)
            try await $0.tenant.join(World.mallory, by: invite)
        },
        Attack(
            "waiting for an owner's word as one, and entering as another", .householdMemberNotFound,
            { $0.households.confirmByOwner = true }
        ) {
            let household = try await $0.tenant.found(World.ana)
            let invite = try await $0.tenant.invite(to: household)
            try await $0.tenant.join(World.mallorysPhone, by: invite)
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            try await $0.tenant.confirm(World.mallory, in: household)
        },
        Attack("two seats for one person, and three for two", nil) {
            let household = try await $0.tenant.found(
                World.ana, with: [World.mallory, World.mallorysPhone])
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            let members = try await $0.tenant.members(of: household)
            #expect(members == [World.ana, World.mallory])
        },
        Attack("two households for one person", nil) {
            try await $0.tenant.found(World.mallorysPhone)
            let household = try await $0.tenant.found(World.ana, with: [World.mallory])
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            #expect(try await $0.tenant.members(of: household).contains(World.mallory))
            #expect(try await $0.tenant.departures()[World.mallorysPhone] == "merged")
        },
        Attack("two trials that add up", nil) {
            let start = RevenueCatEvent.defaultPurchase
            for (person, day) in [("$RCAnonymousID:t1", Int64(0)), ("$RCAnonymousID:t2", 1)] {
                try await $0.tenant.receive(
                    .initialPurchase(
                        appUserID: person, purchasedAt: start.advanced(byDays: day),
                        expiresAt: start.advanced(byDays: day + 7), originalTransactionID: person
                    ).asTrial)
                try await $0.tenant.identify(person, as: "u_trials")
            }
            let last = start.advanced(byDays: 8)
            let before = try await $0.tenant.standing(
                of: "u_trials", at: last.advanced(bySeconds: -1))
            #expect(before == .active("trialing"))
            #expect(try await $0.tenant.standing(of: "u_trials", at: last) == .inactive("expired"))
        },
    ]

    /// No event or snapshot undoes a proof or merges two identified app users.
    static let byTelling = [
        Attack("an event that names two accounts", nil) {
            try await $0.tenant.join(World.mallory, World.ana, on: 1)
            #expect(try await $0.tenant.people().contains([World.ana]))
        },
        Attack("an older event that names a merged id with another account", nil) {
            try await $0.tenant.identify(World.anasPhone, as: World.ana)
            try await $0.tenant.join(World.mallory, World.anasPhone, on: -300)
            #expect(try await $0.tenant.people().contains([World.anasPhone, World.ana]))
        },
        Attack("an event that names what an operator has taken apart", nil) {
            let merge = try await $0.tenant.identify(World.mallorysPhone, as: World.ana).mergeID
            try await $0.tenant.undo(try #require(merge))
            try await $0.tenant.join(World.ana, World.mallorysPhone, on: 2)
            #expect(try await $0.tenant.people().contains([World.ana]))
        },
        Attack("a purchase of the sandbox carried into production", nil) {
            try await $0.tenant.receive(
                .initialPurchase(
                    appUserID: anonymous("sand"), originalTransactionID: "sand"
                ).inSandbox)
            try await $0.tenant.identify(anonymous("sand"), as: World.mallory)
            let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
            #expect(try await $0.tenant.standing(of: World.mallory, at: moment) == .none)
            let sandbox = try await $0.tenant.standing(
                of: World.mallory, environment: "sandbox", at: moment)
            #expect(sandbox == .active("active"))
        },
        Attack("a merge of what a transfer has just moved away", nil) {
            try await $0.tenant.receive(
                .transfer(from: [World.mallorysPhone], to: ["u_buyer"]))
            try await $0.tenant.identify(World.mallorysPhone, as: World.mallory)
            #expect(try await $0.tenant.owners()["c-mallorys-phone"] == "u_buyer")
        },
    ]
}
