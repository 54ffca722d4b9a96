import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Nothing that happened before an erasure brings the erased app user back.
@Suite("An erased id")
struct KeptOutTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var erasedAt: Timestamp { bought.advanced(byDays: 2) }
    private var later: Timestamp { bought.advanced(byDays: 3) }

    /// A tenant of Ben, whose ana was erased.
    private func erased() async throws -> TestTenant {
        let tenant = try await TestTenant.create(like: "digero")
        try await tenant.create("ben", "identified")
        try await tenant.receive(
            .initialPurchase(appUserID: "ana", originalTransactionID: "anas"))
        try await tenant.erase("ana", at: erasedAt)
        #expect(try await tenant.livingIDs() == ["ben"])
        return tenant
    }

    private static let before: [(String, RevenueCatEvent)] = [
        ("a renewal", .renewal(id: "e", appUserID: "ana")),
        ("an alias", .initialPurchase(id: "e", appUserID: "ben").aliases(["ben", "ana"])),
        ("the first id", .initialPurchase(id: "e", appUserID: "ana").aliases(["ana", "ben"])),
        (
            "an original id",
            .initialPurchase(id: "e", appUserID: "ben").aliases([], original: "ana")
        ),
        ("an unknown id beside", .initialPurchase(id: "e", appUserID: "ana").aliases(["phone"])),
        ("a source", .transfer(id: "e", from: ["ana"], to: ["ben"])),
        ("a destination", .transfer(id: "e", from: ["ben"], to: ["ana"])),
        ("a redeemer", .purchaseRedeemed(id: "e", outcome: "alias", from: ["ben"], by: ["ana"])),
        ("an old alias", .subscriberAlias(id: "e", appUserID: "ben", aliases: ["ana"])),
        ("an unknown type", RevenueCatEvent.other("NEW_TYPE", appUserID: "ana").id("e")),
        ("an experiment", .experimentEnrollment(id: "e", appUserID: "ana")),
    ]

    @Test("comes back by no event from before the erasure", arguments: before)
    func late(_ named: String, event: RevenueCatEvent) async throws {
        let tenant = try await erased()
        let event = event.occurring(at: bought.advanced(byDays: 1))
        #expect(try await tenant.receive(event).failure == nil)
        #expect(try await tenant.livingIDs() == ["ben"])
        let stored = try await tenant.storedEvent("e")
        #expect(!stored.isDue && !stored.body.contains(#""ana""#))
        #expect(try await tenant.receive(event).status == "duplicate")
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("comes back by no event that failed before and is tried again", arguments: before)
    func retried(_ named: String, event: RevenueCatEvent) async throws {
        let tenant = try await TestTenant.create(like: "digero")
        try await tenant.create("ben", "identified")
        try await tenant.create("ana", "identified")
        try await tenant.receiveFailing(event)
        try await tenant.erase("ana")
        // A worker had claimed the event before, and has its old body.
        #expect(try await tenant.receive(event).failure == nil)
        #expect(try await tenant.livingIDs() == ["ben"])
        #expect(try await !tenant.storedEvent("e").body.contains(#""ana""#))
    }

    @Test("is a new app user's by an event about them that happened after the erasure")
    func event() async throws {
        for (number, event) in [
            RevenueCatEvent.renewal(appUserID: "ana", originalTransactionID: "new"),
            .initialPurchase(appUserID: "ana").aliases(["ana", "$RCAnonymousID:1"]),
            .transfer(from: ["ben"], to: ["ana"]),
        ].enumerated() {
            let tenant = try await erased()
            try await tenant.receive(event.occurring(at: later))
            #expect(try await tenant.livingIDs().contains("ana"), "\(number)")
            let owners = try await tenant.owners()
            #expect(owners["anas"] != "ana")
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("that another's later event only mentions stays erased")
    func mentioned() async throws {
        let tenant = try await erased()
        try await tenant.receive(
            .initialPurchase(appUserID: "ben").aliases(["ben", "ana"]).occurring(at: later))
        try await tenant.receive(.transfer(from: ["ana"], to: ["ben"], at: later))
        #expect(try await tenant.livingIDs() == ["ben"])
        #expect(try await tenant.standing(of: "ben", "premium", at: later).isActive == false)
    }

    @Test("is in a set of events that are applied all the same")
    func set() async throws {
        let tenant = try await erased()
        let rows = try await tenant.receive(bodies: [
            RevenueCatEvent.renewal(id: "a", appUserID: "ana").occurring(at: bought).body,
            RevenueCatEvent.initialPurchase(id: "b", appUserID: "cleo").body,
        ])
        #expect(rows.map(\.status) == ["stored", "applied"])
        #expect(try await tenant.livingIDs() == ["ben", "cleo"])
    }

    @Test("comes back by no snapshot that was on its way, and by no list of a project")
    func snapshot() async throws {
        let tenant = try await erased()
        await expectFailure(.appUserNotFound) {
            _ = try await tenant.add(TestSnapshot(of: "ana", at: later))
        }
        try await tenant.add(TestSnapshot(of: "ben", at: later).aliased("ana"))
        #expect(try await tenant.livingIDs() == ["ben"])
    }

    @Test("comes back by no import")
    func imported() async throws {
        let tenant = try await erased()
        let outcomes = try await tenant.importRows([
            ImportedRow.appUser("ana"), ImportedRow.appUser("eva", anonymous: ["ana"]),
            ImportedRow.appUser("eva"),
        ])
        #expect(outcomes == ["app_user_not_found", "app_user_not_found", "imported"])
        #expect(try await tenant.livingIDs() == ["ben", "eva"])
    }

    @Test("is refused by every act that would make an app user of it")
    func acts() async throws {
        let tenant = try await erased()
        await expectFailure(.appUserNotFound) {
            _ = try await tenant.grant("premium", to: "ana")
        }
        await expectFailure(.appUserNotFound) {
            _ = try await tenant.found("ana", with: ["ben"], at: later)
        }
        #expect(try await tenant.livingIDs() == ["ben"])
    }

    @Test("is a new app user's once the app registers it, and then again by anything")
    func registered() async throws {
        let tenant = try await erased()
        try await tenant.create("ana", "identified")
        #expect(try await tenant.livingIDs() == ["ana", "ben"])
        #expect(try await tenant.owners()["anas"] != "ana")
        try await tenant.receive(
            .renewal(appUserID: "ana", originalTransactionID: "second").occurring(at: bought))
        #expect(try await tenant.owners()["second"] == "ana")
        try await tenant.erase("ana", at: later)
        #expect(try await tenant.livingIDs() == ["ben"])
        try await tenant.identify("$RCAnonymousID:7", as: "ana")
        #expect(try await tenant.livingIDs() == ["$RCAnonymousID:7", "ana", "ben"])
    }

    @Test("stays erased while events about it are received")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "digero")
        for round in 0..<TestEffort.share(of: 200, atLeast: 8) {
            let person = "u_\(round)"
            try await tenant.create(person, "identified")
            let event = RevenueCatEvent.initialPurchase(
                appUserID: person, originalTransactionID: person)
            try await tenant.receiveFailing(event)
            let refusals = try await tenant.race([
                { try await tenant.erase(person) },
                { try await tenant.receive(event) },
                { try await tenant.receive(.renewal(appUserID: person).occurring(at: bought)) },
            ])
            #expect(refusals == [nil, nil, nil])
        }
        #expect(try await tenant.livingIDs() == [])
        #expect(try await tenant.invariantViolations() == [])
    }
}
