import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

private typealias World = AttackedTenant

extension AttackedTenant {
    /// The orphan of the purchase made on Ana's phone.
    fileprivate func anasOrphan() async throws -> UUID {
        try await orphan { $0["app_user_id"]?.string == Self.anasPhone }
    }

    /// An orphan whose owner is unknown: a snapshot of Ana no longer lists her subscription.
    fileprivate func orphanOfNobody() async throws -> UUID {
        try await tenant.add(
            TestSnapshot(
                of: Self.ana, at: RevenueCatEvent.defaultPurchase.advanced(byDays: 3)))
        return try await orphan { $0["reason"] == "unknown_id" }
    }

    private func orphan(where isMeant: (JSONValue) -> Bool) async throws -> UUID {
        let orphan = try await tenant.orphans().first(where: isMeant)
        return try #require(orphan?["orphan_id"]?.string.flatMap(UUID.init(uuidString:)))
    }

    /// An end user claims what is not there.
    fileprivate func guess(as person: String) async throws {
        try await tenant.claim(
            orphan: UUID(), for: person, by: .none, issuer: TestTokens.issuer)
    }

    /// A restore moves Ana's purchase to Mallory's phone.
    fileprivate func restoreOnMallorysPhone() async throws {
        try await tenant.receive(.transfer(from: [Self.ana], to: [Self.mallorysPhone]))
    }
}

extension Attack {
    /// An orphan goes only to an app user with proof.
    static let ofClaims = [
        Attack("an orphan of somebody who was forgotten, by the id that held it", .orphanNotFound) {
            try await $0.tenant.erase(World.anasPhone)
            try await $0.tenant.claim(World.anasPhone, for: World.mallory, by: .vouched)
        },
        Attack("an orphan of somebody who was forgotten, by its own id", .orphanNotFound) {
            let orphans = try await $0.tenant.orphans()
            let orphan = try #require(
                orphans.first { $0["app_user_id"] == .string(World.anasPhone) })
            let id = try #require(orphan["orphan_id"]?.string.flatMap(UUID.init(uuidString:)))
            try await $0.tenant.erase(World.anasPhone)
            try await $0.tenant.claim(orphan: id, for: World.mallory, by: .vouched)
        },
        Attack("the device secret of somebody who was forgotten", .appUserNotFound) {
            try await $0.tenant.erase(World.anasPhone)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret(World.anasSecret))
        },
        Attack("a ticket from before somebody was forgotten", .appUserNotFound) {
            let ticket = try await $0.tenant.ticket(from: World.anasPhone, to: World.mallory)
            try await $0.tenant.erase(World.anasPhone)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .ticket(ticket))
        },
        Attack("a claim by the anonymous id alone", .orphanNotFound) {
            try await $0.tenant.claim(World.anasPhone, for: World.mallory, by: .none)
        },
        Attack("a claim by the orphan's id alone", .orphanNotFound) {
            try await $0.tenant.claim(
                orphan: try await $0.anasOrphan(), for: World.mallory, by: .none)
        },
        Attack("a claim with a guessed secret", .orphanNotFound) {
            try await $0.tenant.claim(
                orphan: try await $0.anasOrphan(), for: World.mallory,
                by: .deviceSecret("dev_guess"))
        },
        Attack("a claim with the secret of another phone", .orphanNotFound) {
            try await $0.tenant.claim(
                World.anasPhone, for: World.mallory, by: .deviceSecret(World.mallorysSecret))
        },
        Attack("a claim of what is not there", .orphanNotFound) {
            try await $0.tenant.claim(orphan: UUID(), for: World.mallory)
        },
        Attack("a claim of another tenant's orphan", .orphanNotFound) {
            let other = try await TestTenant.create()
            try await other.claim(orphan: try await $0.anasOrphan(), for: World.mallory)
        },
        Attack("a claim of what an account owns", .orphanNotFound) {
            try await $0.tenant.claim(World.ana, for: World.mallory)
        },
        Attack("a claim of what was claimed", .orphanNotFound) {
            try await $0.tenant.claim(World.anasPhone, for: World.ana)
            try await $0.tenant.claim(World.anasPhone, for: World.mallory)
        },
        Attack("a claim of what was claimed, by the orphan's id", .orphanNotFound) {
            let orphan = try await $0.anasOrphan()
            try await $0.tenant.claim(orphan: orphan, for: World.ana)
            try await $0.tenant.claim(orphan: orphan, for: World.mallory)
        },
        Attack("a claim with a dead secret after the claim", .orphanNotFound) {
            try await $0.tenant.claim(
                World.anasPhone, for: World.ana, by: .deviceSecret(World.anasSecret))
            try await $0.tenant.claim(
                World.anasPhone, for: World.mallory, by: .deviceSecret(World.anasSecret))
        },
        Attack("a claim of what nobody holds, by a secret", .orphanNotFound) {
            try await $0.tenant.claim(
                orphan: try await $0.orphanOfNobody(), for: World.mallory,
                by: .deviceSecret(World.mallorysSecret))
        },
        Attack("a claim of what nobody holds, by a token", .orphanNotFound) {
            try await $0.tenant.claim(
                orphan: try await $0.orphanOfNobody(), for: World.mallory, by: .anonymousToken)
        },
        Attack(
            "claims until one is right", .tooManyAttempts, { $0.people.claimAttemptsPerHour = 3 }
        ) { world in
            for _ in 0..<3 { try? await world.guess(as: World.mallory) }
            try await world.tenant.claim(
                World.mallorysPhone, for: World.mallory, by: .deviceSecret(World.mallorysSecret),
                issuer: TestTokens.issuer)
        },
        Attack(
            "claims by many people until one is right", .tooManyAttempts,
            { $0.people.tenantClaimAttemptsPerHour = 3 }
        ) { world in
            for person in ["u_1", "u_2", World.mallory] { try? await world.guess(as: person) }
            try await world.tenant.claim(
                World.mallorysPhone, for: World.mallory, by: .deviceSecret(World.mallorysSecret),
                issuer: TestTokens.issuer)
        },
        Attack(
            "a restore on one's phone, and then the account's", .mergeConflict,
            { $0.people.restoreBehavior = .keep }
        ) {
            try await $0.restoreOnMallorysPhone()
            try await $0.tenant.identify(World.mallorysPhone, as: "u_third")
        },
        Attack(
            "a restore of what is running", .mergeConflict,
            { $0.people.restoreBehavior = .transferIfInactive }
        ) {
            try await $0.restoreOnMallorysPhone()
            try await $0.tenant.identify(
                World.mallorysPhone, as: "u_third",
                at: RevenueCatEvent.defaultPurchase.advanced(byDays: 15))
        },
        Attack("a claim that comes too late", .claimExpired, { $0.people.claimExpiryDays = 30 }) {
            try await $0.tenant.claim(
                World.anasPhone, for: World.ana,
                at: RevenueCatEvent.defaultPurchase.advanced(byDays: 31))
        },
        Attack("one purchase for four people", .purchaseMovedTooOften) {
            let start = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
            for number in 0..<4 {
                let moment = start.advanced(byDays: Int64(number))
                let merge = try await $0.tenant.identify(
                    World.mallorysPhone, as: "u_friend_\(number)", at: moment
                ).mergeID
                try await $0.tenant.undo(try #require(merge), at: moment)
            }
        },
    ]
}
