import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("claim_confirmation")
struct ClaimConfirmationTests {
    /// Later than anybody of a test is due.
    private let later: Timestamp = "2999-01-01T00:00:00Z"

    @Test("whom an event was about is leased, and to nobody else until the lease ends")
    func leased() async throws {
        try await withReadingTenant { own, tenant in
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            let claimed = try await own.claimPerson(at: later)
            #expect(claimed?.tenantID == tenant.id)
            #expect(claimed?.appUserID == "u_1")
            #expect(claimed?.attempts == 1)
            #expect(try await own.claimPerson(at: later.advanced(bySeconds: 59)) == nil)
            let again = try await own.claimPerson(at: later.advanced(bySeconds: 60))
            #expect(again?.appUserUUID == claimed?.appUserUUID)
            #expect(again?.claimID != claimed?.claimID)
            #expect(again?.attempts == 2)
        }
    }

    @Test(
        "a person is read whom an event names that is not understood, or not to be read",
        arguments: [
            (RevenueCatEvent.other("REFUND", appUserID: "u_1"), "stored"),
            (.renewal(appUserID: "u_1").setting("expiration_at_ms", "soon"), "failed"),
            (
                .renewal(appUserID: "u_1").setting("type", "GIFT").setting("price", "a lot"),
                "stored"
            ),
        ])
    func namedOnly(event: RevenueCatEvent, status: String) async throws {
        try await withReadingTenant { own, tenant in
            try await tenant.receive(event)
            #expect(try await tenant.events().map(\.status) == [status])
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_1"])
        }
    }

    @Test("however many events, and under whichever of their ids, a person waits once")
    func onePerson() async throws {
        try await withReadingTenant { own, tenant in
            let anonymous = "$RCAnonymousID:1"
            try await tenant.receive(.initialPurchase(appUserID: anonymous))
            try await tenant.receive(
                .subscriberAlias(appUserID: "u_1", aliases: [anonymous]))
            for month in Int64(1)...5 {
                try await tenant.receive(
                    .renewal(
                        appUserID: month.isMultiple(of: 2) ? anonymous : "u_1",
                        purchasedAt: RevenueCatEvent.defaultPurchase.advanced(byDays: 30 * month)))
            }
            #expect(try await own.claimPeople(at: later).count == 1)
        }
    }

    @Test(
        "both sides of what moved are read",
        arguments: [
            RevenueCatEvent.transfer(from: ["u_1", "$RCAnonymousID:1"], to: ["u_2"]),
            .purchaseRedeemed(outcome: "transfer", from: ["u_1"], by: ["u_2"]),
        ])
    func bothSides(moved: RevenueCatEvent) async throws {
        try await withReadingTenant { own, tenant in
            try await tenant.receive(
                .subscriberAlias(appUserID: "u_1", aliases: ["$RCAnonymousID:1"]))
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_1"])
            try await own.administer("delete from entitlements.confirmations")
            try await tenant.receive(moved)
            #expect(
                try await own.claimPeople(at: later).map(\.appUserID).sorted() == ["u_1", "u_2"])
        }
    }

    @Test("who lost a purchase by another's snapshot is read, but not in turns for ever")
    func otherSide() async throws {
        try await withReadingTenant { own, tenant in
            let event = RevenueCatEvent.initialPurchase(appUserID: "u_1")
            let day = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
            try await tenant.receive(event)
            try await own.administer("delete from entitlements.confirmations")
            let drift = try await tenant.add(
                TestSnapshot(of: "u_2", at: day).listing(.like(event)))
            #expect(drift.map(\.cause) == ["transfer_one_sided"])
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_1"])

            // RevenueCat says that it is theirs, too.
            try await own.administer("delete from entitlements.confirmations")
            let back = try await tenant.add(
                TestSnapshot(of: "u_1", at: day.advanced(bySeconds: 60)).listing(.like(event)))
            #expect(back.map(\.cause) == ["transfer_one_sided"])
            #expect(try await own.claimPeople(at: later).isEmpty)
        }
    }

    @Test("an event that could not be applied has whom it names read as well")
    func failedEvent() async throws {
        try await withReadingTenant { own, tenant in
            try await tenant.receive(.initialPurchase(appUserID: "u_42"))
            try await own.administer("delete from entitlements.confirmations")
            let row = try await tenant.receive(.incomplete(id: "a"))
            #expect(row.failure != nil)
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_42"])
        }
    }

    @Test("a test event, a duplicate and an ignored sandbox event have nobody read")
    func nobody() async throws {
        try await withReadingTenant { own, tenant in
            try await tenant.apply { $0.sandbox = .ignore }
            try await tenant.receive(.initialPurchase())
            try await own.administer("delete from entitlements.confirmations")
            try await tenant.receive(.initialPurchase())
            try await tenant.receive(
                .renewal(purchasedAt: "2026-12-01T10:00:00Z").inSandbox)
            try await tenant.receive(.test())
            #expect(try await own.claimPeople(at: later).isEmpty)
        }
    }

    @Test("who has been due for longest is first, whosever they are")
    func order() async throws {
        try await withReadingTenant { own, one in
            let other = try await TestTenant.reading(in: own.database)
            for (tenant, id) in [(one, "a"), (other, "b"), (one, "c")] {
                try await tenant.receive(.initialPurchase(appUserID: id))
            }
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["a", "b", "c"])
        }
    }

    @Test("of a tenant that may not ask now nobody is given, and all the others'")
    func onlyWhoMayAsk() async throws {
        try await withReadingTenant { own, paused in
            let keyless = try await TestTenant.create(in: own.database)
            let spent = try await TestTenant.reading(in: own.database)
            let reading = try await TestTenant.reading(in: own.database)
            for tenant in [paused, keyless, spent, reading] {
                try await tenant.receive(.initialPurchase(appUserID: tenant.slug))
            }
            try await paused.pause(1, at: later)
            _ = try await spent.take(9, at: later)
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == [reading.slug])
            let then = later.advanced(bySeconds: 1)
            #expect(
                try await own.claimPeople(at: then).map(\.appUserID).sorted()
                    == [paused.slug, spent.slug].sorted())
        }
    }

    @Test("a reading of v2 needs three requests")
    func threeRequests() async throws {
        try await withReadingTenant { own, tenant in
            try await tenant.apply {
                $0.readBack.api = .v2
                $0.readBack.project = "proj1"
            }
            try await tenant.receive(.initialPurchase())
            _ = try await tenant.take(7, at: later)
            #expect(try await own.claimPerson(at: later) == nil)
            #expect(try await own.claimPerson(at: later.advanced(byMilliseconds: 130)) != nil)
        }
    }

    @Test("eight workers at once are given each person once")
    func raced() async throws {
        try await withReadingTenant { own, tenant in
            let ids = (0..<40).map { "u_\($0)" }
            for id in ids { try await tenant.receive(.initialPurchase(appUserID: id)) }
            let later = later
            let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var mine: [String] = []
                        for _ in ids {
                            mine += try await own.claimPerson(at: later).map(\.appUserID).array
                        }
                        return mine
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claimed.sorted() == ids.sorted())
        }
    }
}

extension Optional {
    fileprivate var array: [Wrapped] { map { [$0] } ?? [] }
}

/// A database of a test's own, for whoever looks at all tenants, with a tenant that has a key.
func withReadingTenant(
    _ body: (ScratchDatabase, TestTenant) async throws -> Void
) async throws {
    try await ScratchDatabase.with { own in
        try await body(own, try await TestTenant.reading(in: own.database))
    }
}

extension ScratchDatabase {
    func claimPerson(at moment: Timestamp? = nil) async throws -> ClaimConfirmation.Row? {
        try await database.call(ClaimConfirmation(leaseSeconds: 60, asOf: moment)).first
    }

    /// Everybody who is due, in their order.
    func claimPeople(at moment: Timestamp? = nil) async throws -> [ClaimConfirmation.Row] {
        var claimed: [ClaimConfirmation.Row] = []
        while let person = try await claimPerson(at: moment) { claimed.append(person) }
        return claimed
    }
}
