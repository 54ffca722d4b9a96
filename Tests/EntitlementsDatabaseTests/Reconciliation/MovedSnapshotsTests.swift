import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("Equal snapshots in one row")
struct MovedSnapshotsTests {
    private static let bought: Timestamp = "2096-11-01T10:00:00Z"

    private static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    private let purchase = RevenueCatEvent.initialPurchase(purchasedAt: "2096-11-01T10:00:00Z")
    private var first: TestSnapshot { TestSnapshot(at: Self.day(1)).listing(.like(purchase)) }

    @Test("a year of equal snapshots is one row, with the first and the last moment")
    func year() async throws {
        let tenant = try await TestTenant.create()
        let yearly = RevenueCatEvent.initialPurchase(
            purchasedAt: Self.bought, expiresAt: Self.day(400))
        try await tenant.receive(yearly, receivedAt: Self.bought)
        let long = TestSnapshot(at: Self.day(1)).listing(.like(yearly))
        try await tenant.add(long)
        for day in 2...365 as ClosedRange<Int64> {
            #expect(try await tenant.repeat(long.read(at: Self.day(day))) == [1])
        }
        #expect(try await tenant.rows(in: "snapshots") == 1)
        #expect(
            try await tenant.snapshotMoments() == [
                [Self.day(1).rfc3339, Self.day(365).rfc3339]
            ])
        #expect(try await tenant.standing(of: "u_42", at: Self.day(366)).isActive)
        #expect(try await tenant.invariantViolations() == [])
        // One in between is known, and one with other contents is not.
        let between = try await tenant.addAll(
            [long.read(at: Self.day(7)).json], receivedAt: Self.day(366))
        #expect(between.map(\.outcome) == ["known"])
        #expect(try await tenant.rows(in: "snapshots") == 1)
    }

    @Test("evidence that arrived in between, and drift, begin a row of their own")
    func apart() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(first)
        // The first one had drift: the purchase was unknown.
        #expect(try await tenant.repeat(first.read(at: Self.day(2))) == [1])
        #expect(try await tenant.rows(in: "snapshots") == 2)
        #expect(try await tenant.repeat(first.read(at: Self.day(3))) == [1])
        #expect(try await tenant.rows(in: "snapshots") == 2)
        // It happened before, and arrives now.
        try await tenant.receive(purchase.id("late"), receivedAt: Self.day(4))
        let again = try await tenant.repeat(first.read(at: Self.day(5)), receivedAt: Self.day(5))
        #expect(again == [1])
        #expect(try await tenant.rows(in: "snapshots") == 3)
        // So does evidence of the app user's other purchases.
        let other = RevenueCatEvent.initialPurchase(
            id: "other", product: "other", purchasedAt: Self.bought
        ).transaction("other", original: "other")
        try await tenant.receive(other, receivedAt: Self.day(6))
        let then = try await tenant.repeat(first.read(at: Self.day(7)), receivedAt: Self.day(7))
        #expect(then == [1])
        #expect(try await tenant.rows(in: "snapshots") == 4)
        // So does evidence of a listed purchase that names another app user.
        try await tenant.receive(
            purchase.id("theirs").setting("app_user_id", "u_7").aliases(["u_7"], original: "u_7"),
            receivedAt: Self.day(8))
        let last = try await tenant.repeat(first.read(at: Self.day(9)), receivedAt: Self.day(9))
        #expect(last == [1])
        #expect(try await tenant.rows(in: "snapshots") == 5)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("an absence counts from the first of equal snapshots")
    func absence() async throws {
        let tenant = try await TestTenant.create()
        let other = RevenueCatEvent.nonRenewingPurchase(
            id: "o", product: "lifetime", purchasedAt: Self.bought)
        try await tenant.receive(other, receivedAt: Self.bought)
        let empty = TestSnapshot(at: Self.day(1)).firstSeen(at: Self.day(-9))
        try await tenant.add(empty)
        let ended = try await tenant.ends()
        for day in 2...5 as ClosedRange<Int64> {
            #expect(try await tenant.repeat(empty.read(at: Self.day(day))) == [1])
        }
        #expect(try await tenant.rows(in: "snapshots") == 2)
        // Older evidence: the purchase is folded from the start.
        try await tenant.tell(other.id("again").occurring(at: Self.bought.advanced(bySeconds: 1)))
        #expect(try await tenant.ends() == ended)
        // Later than the first reading: absent since the second one, which is the first of a row.
        try await tenant.tell(
            other.id("later").occurring(at: Self.day(1).advanced(bySeconds: 60)))
        let later = try await tenant.ends()
        #expect(later == [["2096-11-03 10:00:00+00", "2096-11-03 10:00:00+00"]])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("what was known between the first and the last is recalled")
    func recalled() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning(id: "e"))
        let snapshot = TestSnapshot(at: try await tenant.moment())
            .listing(.like(RevenueCatEvent.nowRunning(id: "e")))
        try await tenant.add(snapshot.json)
        let first = try await tenant.moment()
        for _ in 0..<2 {
            let read = snapshot.read(at: try await tenant.moment())
            _ = try await tenant.addAll([read.json], receivedAt: nil)
        }
        let last = try await tenant.moment()
        #expect(try await tenant.rows(in: "snapshots") == 1)
        #expect(try await tenant.heardSnapshots(first) == [["1", "f", "f"]])
        #expect(try await tenant.heardSnapshots(last) == [["1", "t", "t"]])
        let known = try await tenant.recallExplanation(knownAt: first)
        #expect(known["is_allowed"] == true)
        #expect(known["as_known_now"]?["reason"] == "was_right")
    }

    @Test("the timeline has one entry for them, with both moments")
    func timeline() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(purchase, receivedAt: Self.bought)
        try await tenant.add(first)
        for day in 2...4 as ClosedRange<Int64> {
            #expect(try await tenant.repeat(first.read(at: Self.day(day))) == [1])
        }
        let entries = try await tenant.snapshotEntries()
        #expect(entries.count == 1)
        #expect(entries.first?["data"]?["read_at"]?.string == Self.day(4).rfc3339)
        #expect(entries.first?["data"]?["first_read_at"]?.string == Self.day(1).rfc3339)
    }
}

extension TestTenant {
    fileprivate func snapshotMoments() async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            """
            select \(release).rfc3339(first_read_at), \(release).rfc3339(read_at)
              from entitlements.snapshots
             where tenant_id = '\(id)' order by read_at
            """)
    }

    /// How many snapshots had been heard of, and whether the first one as it is now, and moved.
    fileprivate func heardSnapshots(_ moment: Timestamp) async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            """
            select jsonb_array_length(heard -> 'snapshots')::text,
                   (heard #>> '{snapshots,0,read_at}')::timestamptz = stored.read_at,
                   heard #>> '{snapshots,0,first_read_at}' is not null
              from (select set_config('hearth.tenant_id', '\(id)', false)::uuid as tenant_id
                    offset 0) as own
             cross join lateral (
                   select * from entitlements.snapshots stored
                    where stored.tenant_id = own.tenant_id
                   offset 0) as stored
             cross join lateral (
                   select \(release).heard_purchases(
                              array[stored.app_user_id], '\(moment)') as heard
                   offset 0) as said
            """)
    }

    fileprivate func ends() async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            """
            select access_ends_at::text, refunded_at::text from entitlements.purchases
             where tenant_id = '\(id)' and product_id = 'lifetime'
            """)
    }

    fileprivate func snapshotEntries() async throws -> [JSONValue] {
        let call = ListTimeline(
            appUserID: AppUserID("u_42"), withKind: "snapshot", pageLimit: 50,
            beforeRecordedAt: nil, beforePlace: nil)
        return try await database.call(call, in: id).map { try JSONParser.parse($0.answer) }
    }
}
