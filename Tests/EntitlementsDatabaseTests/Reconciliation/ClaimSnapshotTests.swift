import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("claim_snapshot")
struct ClaimSnapshotTests {
    /// After every due time of the tests.
    private let later: Timestamp = "2999-01-01T00:00:00Z"

    @Test("the app user of an event is leased until the lease ends")
    func leased() async throws {
        try await withSnapshotTenant { own, tenant in
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
        "an event that is stored or failed queues the app user it names",
        arguments: [
            (RevenueCatEvent.other("REFUND", appUserID: "u_1"), "stored"),
            (.renewal(appUserID: "u_1").setting("expiration_at_ms", "soon"), "failed"),
            (
                .renewal(appUserID: "u_1").setting("type", "GIFT").setting("price", "a lot"),
                "stored"
            ),
        ])
    func namedOnly(event: RevenueCatEvent, status: String) async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(event)
            #expect(try await tenant.events().map(\.status) == [status])
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_1"])
        }
    }

    @Test("an app user is queued once, for any number of events and ids")
    func onePerson() async throws {
        try await withSnapshotTenant { own, tenant in
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
        "a transfer queues both sides",
        arguments: [
            RevenueCatEvent.transfer(from: ["u_1", "$RCAnonymousID:1"], to: ["u_2"]),
            .purchaseRedeemed(outcome: "transfer", from: ["u_1"], by: ["u_2"]),
        ])
    func bothSides(moved: RevenueCatEvent) async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(
                .subscriberAlias(appUserID: "u_1", aliases: ["$RCAnonymousID:1"]))
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_1"])
            try await own.administer("delete from entitlements.snapshot_queue")
            try await tenant.receive(moved)
            #expect(
                try await own.claimPeople(at: later).map(\.appUserID).sorted() == ["u_1", "u_2"])
        }
    }

    @Test("a snapshot that takes a purchase queues its previous owner, once")
    func otherSide() async throws {
        try await withSnapshotTenant { own, tenant in
            let event = RevenueCatEvent.initialPurchase(appUserID: "u_1")
            let day = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
            try await tenant.receive(event)
            try await own.administer("delete from entitlements.snapshot_queue")
            let drift = try await tenant.add(
                TestSnapshot(of: "u_2", at: day).listing(.like(event)))
            #expect(drift.map(\.cause) == ["transfer_one_sided"])
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_1"])

            // RevenueCat now lists the purchase for its previous owner too.
            try await own.administer("delete from entitlements.snapshot_queue")
            let back = try await tenant.add(
                TestSnapshot(of: "u_1", at: day.advanced(bySeconds: 60)).listing(.like(event)))
            #expect(back.map(\.cause) == ["transfer_one_sided"])
            #expect(try await own.claimPeople(at: later).isEmpty)
        }
    }

    @Test("a failed event queues the app user it names")
    func failedEvent() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase(appUserID: "u_42"))
            try await own.administer("delete from entitlements.snapshot_queue")
            let row = try await tenant.receive(.incomplete(id: "a"))
            #expect(row.failure != nil)
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["u_42"])
        }
    }

    @Test("a test, duplicate or ignored sandbox event queues no app user")
    func nobody() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.apply { $0.sandbox = .ignore }
            try await tenant.receive(.initialPurchase())
            try await own.administer("delete from entitlements.snapshot_queue")
            try await tenant.receive(.initialPurchase())
            try await tenant.receive(
                .renewal(purchasedAt: "2026-12-01T10:00:00Z").inSandbox)
            try await tenant.receive(.test())
            #expect(try await own.claimPeople(at: later).isEmpty)
        }
    }

    @Test("the app user due longest comes first, across tenants")
    func order() async throws {
        try await withSnapshotTenant { own, one in
            let other = try await TestTenant.takingSnapshots(in: own.database)
            for (tenant, id) in [(one, "a"), (other, "b"), (one, "c")] {
                try await tenant.receive(.initialPurchase(appUserID: id))
            }
            #expect(try await own.claimPeople(at: later).map(\.appUserID) == ["a", "b", "c"])
        }
    }

    @Test("a tenant that is paused, without a key or over budget is skipped")
    func onlyWhoMayAsk() async throws {
        try await withSnapshotTenant { own, paused in
            let keyless = try await TestTenant.create(in: own.database)
            let spent = try await TestTenant.takingSnapshots(in: own.database)
            let running = try await TestTenant.takingSnapshots(in: own.database)
            for tenant in [paused, keyless, spent, running] {
                try await tenant.receive(.initialPurchase(appUserID: tenant.slug))
            }
            try await paused.pause(1, at: later)
            _ = try await spent.take(9, at: later)
            #expect(
                try await own.claimPeople(at: later).map(\.appUserID.rawValue) == [running.slug])
            let then = later.advanced(bySeconds: 1)
            #expect(
                try await own.claimPeople(at: then).map(\.appUserID.rawValue).sorted()
                    == [paused.slug, spent.slug].sorted())
        }
    }

    @Test("a v2 snapshot needs three requests")
    func threeRequests() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.apply {
                $0.snapshotPolicy.api = .v2
                $0.snapshotPolicy.project = "proj1"
            }
            try await tenant.receive(.initialPurchase())
            _ = try await tenant.take(7, at: later)
            #expect(try await own.claimPerson(at: later) == nil)
            #expect(try await own.claimPerson(at: later.advanced(byMilliseconds: 130)) != nil)
        }
    }

    @Test("eight simultaneous workers claim each app user once")
    func raced() async throws {
        try await withSnapshotTenant { own, tenant in
            let ids = (0..<40).map { "u_\($0)" }
            for id in ids { try await tenant.receive(.initialPurchase(appUserID: id)) }
            let later = later
            let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var mine: [String] = []
                        for _ in ids {
                            mine += try await own.claimPerson(at: later).map(\.appUserID.rawValue)
                                .array
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

/// Lends a database of its own, for calls across tenants, with a tenant that has an upstream key.
func withSnapshotTenant(
    _ body: (ScratchDatabase, TestTenant) async throws -> Void
) async throws {
    try await ScratchDatabase.with { own in
        try await body(own, try await TestTenant.takingSnapshots(in: own.database))
    }
}

extension ScratchDatabase {
    func claimPerson(at moment: Timestamp? = nil) async throws -> ClaimSnapshot.Row? {
        try await database.call(ClaimSnapshot(leaseSeconds: 60, asOf: moment)).first
    }

    /// All due app users, in order.
    func claimPeople(at moment: Timestamp? = nil) async throws -> [ClaimSnapshot.Row] {
        var claimed: [ClaimSnapshot.Row] = []
        while let person = try await claimPerson(at: moment) { claimed.append(person) }
        return claimed
    }
}
