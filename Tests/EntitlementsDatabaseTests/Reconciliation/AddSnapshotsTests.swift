import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

@Suite("add_snapshots")
struct AddSnapshotsTests {
    /// In the future, so that the purchase is active when the test runs: drift compares current
    /// access.
    private let bought: Timestamp = "2096-11-01T10:00:00Z"
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test("an unknown purchase in a snapshot is added, and reported as drift")
    func unheardOf() async throws {
        let tenant = try await TestTenant.create()
        let drift = try await tenant.add(
            TestSnapshot(at: day(1)).listing(.like(.initialPurchase(purchasedAt: bought))))
        #expect(drift.map(\.cause) == ["missed_event"])
        #expect(drift.map(\.accessAffected) == [true])
        #expect(drift.map(\.productID) == [RevenueCatEvent.defaultProduct])
        #expect(drift.first?.before == nil)
        let after = try JSONParser.parse(try #require(drift.first?.after))
        #expect(after["status"] == "active")
        #expect(after["access_ends_at"] == .string(day(30).rfc3339))
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(2))
        #expect(plus?["is_active"] == true)
        #expect(plus?["expires_at"] == .string(day(30).rfc3339))
        #expect(plus?["will_renew"] == true)
        let kept = try await tenant.drift()
        #expect(kept == [["missed_event", "t", "f"]])
    }

    @Test("a known purchase is no drift")
    func known() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(.initialPurchase(purchasedAt: bought))
        let snapshot = TestSnapshot(at: day(1)).listing(
            .like(.initialPurchase(purchasedAt: bought)))
        #expect(try await tenant.add(snapshot).isEmpty)
        #expect(try await tenant.rows(in: "purchases") == 1)
        #expect(try await tenant.rows(in: "drift") == 0)
    }

    @Test("a repeated snapshot adds nothing, and a later equal one no evidence")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let snapshot = TestSnapshot(at: day(1)).listing(
            .like(.initialPurchase(purchasedAt: bought)),
            .like(.nonRenewingPurchase(product: "lifetime", purchasedAt: bought)))
        #expect(try await tenant.add(snapshot).count == 2)
        let before = try await tenant.reconciled()
        #expect(try await tenant.add(snapshot).isEmpty)
        #expect(try await tenant.reconciled() == before)

        var later = snapshot
        later.readAt = day(2)
        #expect(try await tenant.add(later).isEmpty)
        #expect(try await tenant.rows(in: "snapshots") == 2)
        #expect(try await tenant.rows(in: "evidence") == 2)
    }

    @Test("a dry run reports the same drift, marked dry, and changes nothing else")
    func dryRun() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(.initialPurchase(purchasedAt: bought))
        let snapshot = TestSnapshot(at: day(3)).aliased(anonymous("a")).listing(
            .like(.initialPurchase(purchasedAt: bought)).refunded(at: day(2)),
            .like(.nonRenewingPurchase(product: "lifetime", purchasedAt: bought)))
        let before = try await tenant.reconciled()
        let dry = try await tenant.add(snapshot, isDryRun: true)
        #expect(try await tenant.reconciled() == before)
        #expect(try await tenant.drift().map { $0[2] } == ["t", "t", "t"])

        let drift = try await tenant.add(snapshot)
        #expect(dry.map(\.cause).sorted() == drift.map(\.cause).sorted())
        #expect(
            drift.map(\.cause).sorted()
                == ["alias_unknown", "missed_event", "refund_without_event"])
        #expect(dry.compactMap(\.purchaseID).count == 1)
        #expect(drift.compactMap(\.purchaseID).count == 2)
    }

    @Test("drift and snapshots name the run")
    func run() async throws {
        let tenant = try await TestTenant.create()
        let run = UUID()
        let snapshot = TestSnapshot(at: day(1)).listing(
            .like(.initialPurchase(purchasedAt: bought)))
        try await tenant.add(snapshot.json, of: run)
        for table in ["drift", "snapshots"] {
            let runs = try await TestDatabase.shared.administer(
                "select run_id from entitlements.\(table) where tenant_id = '\(tenant.id)'")
            #expect(runs == [[run.uuidString.lowercased()]], "\(table)")
        }
    }

    @Test("a snapshot, even an empty one, sets the app user's confirmation time")
    func confirmed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(TestSnapshot(at: day(2)))
        try await tenant.add(TestSnapshot(at: day(1)))
        let confirmed = try await TestDatabase.shared.administer(
            """
            select confirmed_at = '\(day(2).rfc3339)' from entitlements.app_users
             where tenant_id = '\(tenant.id)'
            """)
        #expect(confirmed == [["t"]])
    }

    @Test("of simultaneous equal snapshots, one is added and finds the drift")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.tell(.initialPurchase(appUserID: "u_42", product: "other"))
        let snapshot = TestSnapshot(at: day(1)).listing(
            .like(.initialPurchase(purchasedAt: bought)))
        let add: RacedCall = { try await tenant.add(snapshot) }
        let outcomes = try await tenant.queue(on: Self.lock(on: tenant), [add, add, add])
        #expect(outcomes == [nil, nil, nil])
        #expect(try await tenant.rows(in: "snapshots") == 1)
        #expect(try await tenant.drift().map { $0[0] } == ["missed_event"])
    }

    @Test("an event and its snapshot make one purchase, in either order")
    func racedWithEvent() async throws {
        for isEventFirst in [true, false] {
            let tenant = try await TestTenant.createForRaces()
            try await tenant.add(TestSnapshot(at: bought))
            let event = RevenueCatEvent.initialPurchase(purchasedAt: bought)
            let snapshot = TestSnapshot(at: day(1)).listing(.like(event))
            let add: RacedCall = { try await tenant.add(snapshot) }
            let tell: RacedCall = { try await tenant.tell(event) }
            let outcomes = try await tenant.queue(
                on: Self.lock(on: tenant), isEventFirst ? [tell, add] : [add, tell])
            #expect(outcomes == [nil, nil])
            #expect(try await tenant.rows(in: "purchases") == 1)
            #expect(try await tenant.standing(of: "u_42", at: day(2)) == .active("active"))
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    /// The first lock of a write about an app user.
    private static func lock(on tenant: TestTenant) -> String {
        "select from entitlements.app_users where tenant_id = '\(tenant.id)' for no key update"
    }

    @Test(
        "a malformed snapshot is refused, and nothing is written",
        arguments: [
            ["read_at": nil], ["read_at": "soon"], ["app_user_id": nil],
            ["app_user_id": ""], ["app_user_ids": 7], ["app_user_ids": ["u_1", ""]],
            ["purchases": nil], ["purchases": ["a"]], ["purchases": [[:]]],
        ] as [JSONValue])
    func malformed(change: JSONValue) async throws {
        try await expectMalformed(
            change, in: TestSnapshot(at: day(1)).json.object ?? JSONObject())
    }

    @Test(
        "a malformed entry makes the whole snapshot malformed",
        arguments: [
            ["environment": nil], ["product_id": nil, "entitlement_ids": nil],
            ["purchased_at": nil], ["purchased_at": "soon"], ["expires_at": nil],
            ["never_expires": "maybe"], ["entitlement_ids": "plus"],
        ] as [JSONValue])
    func malformedEntry(change: JSONValue) async throws {
        var entry = TestSnapshot.Purchase.like(.initialPurchase(purchasedAt: bought)).fields
        for member in change.object?.members ?? [] {
            entry[member.name] = member.value.isNull ? nil : member.value
        }
        let sound = TestSnapshot.Purchase.like(
            .nonRenewingPurchase(product: "lifetime", purchasedAt: bought))
        try await expectMalformed(
            ["purchases": [.object(sound.fields), .object(entry)]],
            in: TestSnapshot(at: day(1)).json.object ?? JSONObject())
    }

    private func expectMalformed(_ change: JSONValue, in snapshot: JSONObject) async throws {
        let tenant = try await TestTenant.create()
        var snapshot = snapshot
        for member in change.object?.members ?? [] {
            snapshot[member.name] = member.value.isNull ? nil : member.value
        }
        let malformed = JSONValue.object(snapshot)
        await expectFailure(.snapshotMalformed) { try await tenant.add(malformed) }
        for table in ["app_users", "purchases", "snapshots", "drift"] {
            #expect(try await tenant.rows(in: table) == 0, "\(table)")
        }
    }
}

extension TestTenant {
    /// Receives events later than they occurred.
    func tell(_ events: RevenueCatEvent...) async throws {
        for event in events {
            let row = try await receive(event, receivedAt: "2099-01-01T00:00:00Z")
            #expect(row.status == "applied", "\(event)")
        }
    }

    /// The stored drift: cause, access affected, dry run.
    func drift() async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            """
            select cause, access_affected, is_dry_run from entitlements.drift
             where tenant_id = '\(id)' order by cause, is_dry_run
            """)
    }

    /// All rows that a snapshot writes, without drift.
    func reconciled() async throws -> [[String?]] {
        var rows: [[String?]] = []
        for table in [
            "app_users", "app_user_ids", "app_user_id_links", "purchases", "evidence",
            "snapshots", "synced_subscriptions",
        ] {
            rows += try await TestDatabase.shared.administer(
                """
                select '\(table)', found from entitlements.\(table) found
                 where tenant_id = '\(id)' order by found::text
                """)
        }
        return rows
    }
}
