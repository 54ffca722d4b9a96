import Entitlements
import FoundationEssentials
import TestSupport
import Testing

private typealias World = AttackedTenant

extension Attack {
    /// An anonymous id is in webhooks, logs and support mails: knowing it proves nothing.
    static let withoutProof = [
        Attack("a leaked anonymous id", .proofRequired) {
            try await $0.tenant.identify(World.anasPhone, as: World.mallory, by: .none)
        },
        Attack("a guessed device secret", .proofInvalid) {
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret("dev_guess"))
        },
        Attack("an empty device secret", .proofInvalid) {
            try await $0.tenant.identify(World.anasPhone, as: World.mallory, by: .deviceSecret(""))
        },
        Attack("the device secret of one's own phone", .proofInvalid) {
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret(World.mallorysSecret))
        },
        Attack("an id that nobody has", .proofInvalid) {
            try await $0.tenant.identify(
                anonymous("nobody"), as: World.mallory, by: .deviceSecret(World.mallorysSecret))
        },
        Attack("a device secret that was replaced", .proofInvalid) {
            try await $0.tenant.create(World.anasPhone, secret: "dev_new")
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret(World.anasSecret))
        },
        Attack("a device secret after the merge", .proofInvalid) {
            try await $0.tenant.identify(World.anasPhone, as: World.ana)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret(World.anasSecret))
        },
        Attack("a device secret after the undoing of the merge", .proofInvalid) {
            let merge = try await $0.tenant.identify(World.anasPhone, as: World.ana).mergeID
            try await $0.tenant.undo(try #require(merge))
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret(World.anasSecret))
        },
        Attack("another tenant's device secret", .proofInvalid) {
            let other = try await TestTenant.create()
            try await other.create(World.anasPhone, secret: "dev_other")
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret("dev_other"))
        },
        Attack("another tenant's anonymous id", .proofInvalid) { _ in
            let other = try await TestTenant.create()
            try await other.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret(World.anasSecret))
        },
        Attack("a device secret shown as a ticket", .proofInvalid) {
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .ticket(World.anasSecret))
        },
    ]

    /// A ticket is valid for two ids, once, until it expires.
    static let withTickets = [
        Attack("a ticket for another account", .proofInvalid) {
            let ticket = try await $0.tenant.ticket(from: World.anasPhone, to: World.ana)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .ticket(ticket))
        },
        Attack("a ticket for another anonymous id", .proofInvalid) {
            let ticket = try await $0.tenant.ticket(
                from: World.mallorysPhone, to: World.mallory)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .ticket(ticket))
        },
        Attack("a ticket at the moment it expires", .proofInvalid) {
            let start = RevenueCatEvent.defaultPurchase.advanced(byDays: 5)
            let ticket = try await $0.tenant.ticket(
                from: World.anasPhone, to: World.mallory, seconds: 60, at: start)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .ticket(ticket),
                at: start.advanced(bySeconds: 60))
        },
        Attack("a ticket used before and undone", .proofInvalid) {
            let ticket = try await $0.tenant.ticket(from: World.mallorysPhone, to: World.ana)
            let merge = try await $0.tenant.identify(
                World.mallorysPhone, as: World.ana, by: .ticket(ticket)
            ).mergeID
            try await $0.tenant.undo(try #require(merge))
            try await $0.tenant.identify(
                World.mallorysPhone, as: World.ana, by: .ticket(ticket))
        },
        Attack("a second ticket after the merge by the first", .proofInvalid) {
            let ticket = try await $0.tenant.ticket(from: World.anasPhone, to: World.mallory)
            try await $0.tenant.identify(World.anasPhone, as: World.ana)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .ticket(ticket))
        },
        Attack("another tenant's ticket", .proofInvalid) {
            let other = try await TestTenant.create()
            let ticket = try await other.ticket(from: World.anasPhone, to: World.mallory)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .ticket(ticket))
        },
        Attack("a ticket shown as a device secret", .proofInvalid) {
            let ticket = try await $0.tenant.ticket(from: World.anasPhone, to: World.ana)
            try await $0.tenant.identify(
                World.anasPhone, as: World.mallory, by: .deviceSecret(ticket))
        },
    ]

    /// An identified app user cannot be the source of a merge, with any proof.
    static let withWrongSources = [
        Attack("an account as the source", .notAnonymous) {
            try await $0.tenant.identify(World.ana, as: World.mallory)
        },
        Attack("an account as the source, by a token that says it is anonymous", .notAnonymous) {
            try await $0.tenant.identify(World.ana, as: World.mallory, by: .anonymousToken)
        },
        Attack("an id that only webhooks named as the source", .notAnonymous) {
            try await $0.tenant.receive(.initialPurchase(appUserID: "u_quiet"))
            try await $0.tenant.identify("u_quiet", as: World.mallory)
        },
        Attack("an account declared to be anonymous", .notAnonymous) {
            try await $0.tenant.create(World.ana)
        },
        Attack("a merged id declared to be anonymous, for a new secret", .notAnonymous) {
            try await $0.tenant.identify(World.anasPhone, as: World.ana)
            try await $0.tenant.create(World.anasPhone, secret: World.mallorysSecret)
        },
        Attack("a merged id taken on to another account", .notAnonymous) {
            try await $0.tenant.identify(World.anasPhone, as: World.ana)
            try await $0.tenant.identify(World.anasPhone, as: World.mallory)
        },
        Attack("a merged id taken on with its own token", .notAnonymous) {
            try await $0.tenant.create("anonymous-sign-in")
            try await $0.tenant.identify("anonymous-sign-in", as: World.ana)
            try await $0.tenant.identify(
                "anonymous-sign-in", as: World.mallory, by: .anonymousToken)
        },
        Attack("an anonymous id as its own account", .mergeConflict) {
            try await $0.tenant.identify(World.anasPhone, as: World.anasPhone)
        },
        Attack("one anonymous id as the account of another", .mergeConflict) {
            try await $0.tenant.identify(World.anasPhone, as: World.mallorysPhone)
        },
        Attack("an alias of an account as the account", .mergeConflict) {
            try await $0.tenant.create("anonymous-sign-in")
            try await $0.tenant.identify("anonymous-sign-in", as: World.ana)
            try await $0.tenant.identify(World.mallorysPhone, as: "anonymous-sign-in")
        },
        Attack("A to B and then B to A", .notAnonymous) {
            try await $0.tenant.create("a")
            try await $0.tenant.create("b")
            try await $0.tenant.identify("a", as: "b")
            try await $0.tenant.identify("b", as: "a")
        },
        Attack(
            "an account made anonymous by an older token, once it had been identified",
            .notAnonymous
        ) {
            try await $0.tenant.create("same")
            try await $0.tenant.identify("same", as: "same")
            try await $0.tenant.identify("same", as: World.mallory, by: .anonymousToken)
        },
        Attack("another tenant's merge undone", .mergeNotFound) {
            let merge = try await $0.tenant.identify(World.anasPhone, as: World.ana).mergeID
            try await TestTenant.create().undo(try #require(merge))
        },
    ]
}
