import Entitlements
import EntitlementsDatabase
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Snapshots equal to the last one")
struct RepeatedSnapshotsTests {
    private let bought: Timestamp = "2096-11-01T10:00:00Z"
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }
    private let purchase = RevenueCatEvent.initialPurchase(purchasedAt: "2096-11-01T10:00:00Z")
    private var first: TestSnapshot { TestSnapshot(at: day(1)).listing(.like(purchase)) }

    @Test("have the same effect as other snapshots")
    func repeated() async throws {
        var outcomes: [[[String?]]] = []
        for isRepeated in [true, false] {
            let tenant = try await TestTenant.create()
            let twice = first.listing(
                .like(.nonRenewingPurchase(product: "lifetime", purchasedAt: bought)))
            try await tenant.add(twice)
            // Without its digest a snapshot cannot be recognised as equal.
            if !isRepeated { try await tenant.forgetDigests() }
            #expect(try await tenant.repeat(twice.read(at: day(2))) == (isRepeated ? [1] : []))
            try await tenant.forgetDigests()
            #expect(try await tenant.rows(in: "evidence") == 2)
            #expect(try await tenant.standing(of: "u_42", at: day(3)).isActive)
            #expect(try await tenant.invariantViolations() == [])
            outcomes.append(try await tenant.comparable())
        }
        #expect(outcomes[0] == outcomes[1])
        #expect(outcomes[0].count > 5)
    }

    @Test("are recognised in a set, by their positions")
    func many() async throws {
        let tenant = try await TestTenant.create()
        let people = (1...5).map { TestSnapshot(of: "u_\($0)", at: day(1)) }
        for person in people { try await tenant.add(person) }
        let places = try await tenant.repeat(
            people[0].read(at: day(2)), people[1].listing(.like(purchase)).read(at: day(2)),
            people[2].read(at: day(2)), TestSnapshot(of: "new", at: day(2)),
            people[4].read(at: day(2)))
        #expect(places == [1, 3, 5])
        #expect(try await tenant.rows(in: "snapshots") == 7)
        #expect(try await tenant.rows(in: "app_users") == 6)
    }

    @Test("do not include the same, an older or a changed snapshot")
    func others() async throws {
        for other in [
            first, first.read(at: bought), first.aliased(anonymous("a")).read(at: day(2)),
            TestSnapshot(at: day(2)), first.firstSeen(at: bought).read(at: day(2)),
        ] {
            let tenant = try await TestTenant.create()
            try await tenant.add(first)
            #expect(try await tenant.repeat(other) == [])
            #expect(try await tenant.rows(in: "snapshots") == (other.readAt == day(1) ? 1 : 2))
        }
        // A snapshot received before the last one is ordered by that time.
        let tenant = try await TestTenant.create()
        try await tenant.add(first)
        #expect(try await tenant.repeat(first.read(at: day(2)), receivedAt: bought) == [])
    }

    @Test(
        "depend on whether an entry's access has changed with time",
        arguments: [
            ("it ended in between", 1, 31, nil), ("it began in between", -1, 1, nil),
            ("there is access beyond its end", 31, 32, true),
            ("there is none beyond its end", 31, 32, false),
        ] as [(String, Int64, Int64, Bool?)])
    func time(_: String, read: Int64, again: Int64, givesAccess: Bool?) async throws {
        let tenant = try await TestTenant.create()
        let snapshot = TestSnapshot(at: day(read)).listing(
            TestSnapshot.Purchase.like(purchase).setting(
                "gives_access", givesAccess.map(JSONValue.bool)))
        try await tenant.add(snapshot)
        let isRepeated = givesAccess == false
        #expect(try await tenant.repeat(snapshot.read(at: day(again))) == (isRepeated ? [1] : []))
        // A subscription has ended at the moment of its end.
        for seconds in [0, -1] as [Int64] {
            let ended = try await TestTenant.create()
            try await ended.add(first)
            let moment = day(30).advanced(bySeconds: seconds)
            #expect(try await ended.repeat(first.read(at: moment)) == (seconds == 0 ? [] : [1]))
        }
    }

    @Test("are not recognised after new evidence in between", arguments: News.allCases)
    func news(news: News) async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        try await tenant.add(first.aliased(phone))
        try await tell(news, to: tenant, phone)
        let again = first.aliased(phone).read(at: day(4))
        #expect(try await tenant.repeat(again) == [])
        // One snapshot settles new evidence, except a transfer.
        let settled = try await tenant.repeat(again.read(at: day(5)))
        #expect(settled == (news.isSettledByReading ? [1] : []))
        #expect(try await tenant.invariantViolations() == [])
    }

    enum News: CaseIterable {
        case event, aliasEvent, transfer, otherReading, otherID, otherOwner, sandboxPolicy

        var isSettledByReading: Bool { self != .transfer }
    }

    private func tell(_ news: News, to tenant: TestTenant, _ phone: String) async throws {
        switch news {
        case .event: try await tenant.tell(.cancellation(purchasedAt: bought, at: day(2)))
        case .aliasEvent:
            let other = RevenueCatEvent.initialPurchase(
                appUserID: phone, product: "other", purchasedAt: day(2))
            try await tenant.tell(other)
        case .transfer: try await tenant.tell(.transfer(from: ["u_42"], to: ["b"], at: day(2)))
        case .otherReading: try await tenant.add(TestSnapshot(at: day(2)))
        case .otherID: try await tenant.add(TestSnapshot(of: phone, at: day(2)).aliased("u_42"))
        case .otherOwner:
            try await tenant.add(TestSnapshot(of: "b", at: day(2)).listing(.like(purchase)))
        case .sandboxPolicy: try await tenant.apply { $0.sandbox = .ignore }
        }
    }

    @Test("are recognised after changes of the catalog or older snapshots")
    func noNews() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(first)
        try await tenant.apply { $0.households.transferHoldDays = 5 }
        try await tenant.apply(like: "digero") { _ in }
        try await tenant.add(TestSnapshot(of: "u_42", at: day(-1)))
        #expect(try await tenant.repeat(first.read(at: day(2))) == [1])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("of one person in a set are added in order, under any of their ids")
    func onePersonTwice() async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        let one = TestSnapshot(at: day(1)).aliased(phone)
        let other = TestSnapshot(of: phone, at: day(1)).aliased("u_42")
        try await tenant.add(one)
        try await tenant.add(other)
        #expect(
            try await tenant.repeat(other.read(at: day(2)), one.read(at: day(2))) == [1])
        #expect(
            try await tenant.repeat(one.read(at: day(3)), one.read(at: day(4))) == [1, 2])
        #expect(
            try await tenant.repeat(one.read(at: day(5)), first.read(at: day(6))) == [1])
        #expect(try await tenant.rows(in: "snapshots") == 4)
    }

    @Test("are recognised beside malformed and refused snapshots")
    func unreadable() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(TestSnapshot(of: "b", at: day(1)).firstSeen(at: bought))
        let again = TestSnapshot(of: "b", at: day(2)).firstSeen(at: bought)
        // The event arrives late, and is older than first_seen_at.
        let late = RevenueCatEvent.initialPurchase(appUserID: "b", purchasedAt: day(-20))
        try await tenant.tell(late)
        try await tenant.add(first)
        for malformed: JSONValue in [7, nil, [:], ["read_at": "soon"], ["purchases": [7]]] {
            let rows = try await tenant.addAll(
                [malformed, again.json, first.read(at: day(2)).json], receivedAt: day(2))
            #expect(rows.map(\.failure) == ["PT422 snapshot_malformed", nil, nil])
            #expect(rows.prefix(2).map(\.outcome) == ["failed", "unknown"])
            #expect(["repeated", "known"].contains(rows[2].outcome))
        }
        #expect(try await tenant.rows(in: "snapshots") == 3)
    }
}

extension TestSnapshot {
    /// The same snapshot with another time.
    func read(at moment: Timestamp) -> TestSnapshot {
        var snapshot = self
        snapshot.readAt = moment
        return snapshot
    }
}

extension TestTenant {
    fileprivate func forgetDigests() async throws {
        try await TestDatabase.shared.administer(
            "update entitlements.snapshots set content = null where tenant_id = '\(id)'")
    }

    /// The rows that a snapshot writes, without ids that differ between tenants.
    fileprivate func comparable() async throws -> [[String?]] {
        var rows: [[String?]] = []
        for (table, columns) in [
            ("app_users", "confirmed_at"), ("app_user_ids", "app_user_id"),
            ("purchases", "to_jsonb(found) - '{tenant_id,purchase_id,owner_uuid}'::text[]"),
            ("evidence", "to_jsonb(found) - '{tenant_id,purchase_id}'::text[]"),
            (
                "snapshots",
                "to_jsonb(found) - '{tenant_id,purchase_ids}'::text[], cardinality(purchase_ids)"
            ),
        ] {
            rows += try await TestDatabase.shared.administer(
                """
                select '\(table)', \(columns) from entitlements.\(table) found
                 where tenant_id = '\(id)' order by 2
                """)
        }
        return rows
    }
}
