import Entitlements
import EntitlementsDatabase
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite("Simultaneous snapshots equal to the last one", .timeLimit(.minutes(5)))
struct RepeatedSnapshotsRaceTests {
    private static let bought: Timestamp = "2096-11-01T10:00:00Z"

    private static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    private let purchase = RevenueCatEvent.initialPurchase(purchasedAt: "2096-11-01T10:00:00Z")
    private var first: TestSnapshot { TestSnapshot(at: Self.day(1)).listing(.like(purchase)) }

    @Test(
        "a snapshot waits for the locks of a write about its app user",
        arguments: ["app_users", "purchases", "run_app_users"])
    func held(table: String) async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstreamKey()
        try await tenant.add(first)
        try await tenant.add(TestSnapshot(of: "b", at: Self.day(1)))
        let run = try await tenant.startPreparedRun()
        let people = table == "run_app_users" ? " and app_user_id = 'u_42'" : ""
        let owner = table == "app_users" ? " and app_user_uuid = (\(Self.person(tenant)))" : ""
        let repeated = Mutex<[Int32]>([])
        let snapshots = [first, TestSnapshot(of: "b", at: Self.day(1))]
            .map { $0.read(at: Self.day(2)).json }
        let read: RacedCall = {
            let rows = try await tenant.addAll(snapshots, receivedAt: Self.day(2), of: run)
            repeated.withLock {
                $0 = rows.filter { $0.outcome == "repeated" }.map(\.number)
            }
        }
        let outcomes = try await tenant.queue(
            on: """
                select from entitlements.\(table)
                 where tenant_id = '\(tenant.id)'\(people)\(owner) for no key update
                """, [read])
        #expect(outcomes == [nil])
        // A purchase locked by another write counts as changed.
        #expect(repeated.withLock(\.self) == (table == "purchases" ? [2] : [1, 2]))
        // The first one has drift, and a changed one has a row of its own.
        #expect(try await tenant.rows(in: "snapshots") == 3)
        #expect(try await tenant.invariantViolations() == [])
    }

    private static func person(_ tenant: TestTenant) -> String {
        """
        select app_user_uuid from entitlements.app_user_ids
         where tenant_id = '\(tenant.id)' and app_user_id = 'u_42'
        """
    }

    @Test("workers with the same people add each snapshot once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let people = (1...8).map { TestSnapshot(of: "u_\($0)", at: Self.day(1)) }
        for person in people { try await tenant.add(person) }
        let outcomes = Mutex<[String]>([])
        let again: RacedCall = { [people] in
            for number in [0, 4] {
                let some = people[number..<(number + 4)].map { $0.read(at: Self.day(2)).json }
                let rows = try await tenant.addAll(some, receivedAt: Self.day(3))
                outcomes.withLock { $0 += rows.map(\.outcome) }
            }
        }
        #expect(try await tenant.race([again, again, again]) == [nil, nil, nil])
        #expect(outcomes.withLock { $0.count { $0 == "repeated" } } == 8)
        #expect(outcomes.withLock { $0.count { $0 == "known" } } == 16)
        #expect(try await tenant.rows(in: "snapshots") == 8)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("snapshots that race with events violate no invariant")
    func racedWithEvents() async throws {
        let tenant = try await TestTenant.createForRaces()
        let events = (1...6).map { number in
            RevenueCatEvent.initialPurchase(appUserID: "u_\(number)", purchasedAt: Self.bought)
                .transaction("t\(number)", original: "t\(number)")
        }
        let people = (1...6).map {
            TestSnapshot(of: "u_\($0)", at: Self.day(1)).listing(.like(events[$0 - 1]))
        }
        for person in people { try await tenant.add(person) }
        let read: RacedCall = { [people] in
            for number in 2...6 {
                let snapshots = people.map { $0.read(at: Self.day(Int64(number))).json }
                let rows = try await tenant.addAll(snapshots, receivedAt: Self.day(9))
                #expect(rows.allSatisfy { $0.failure == nil })
            }
        }
        let tell: RacedCall = {
            for (number, event) in events.enumerated() {
                try await tenant.tell(
                    event.setting("type", "CANCELLATION").setting("cancel_reason", "UNSUBSCRIBE")
                        .id("cancelled \(number)").occurring(at: Self.day(Int64(number + 1))))
            }
        }
        #expect(try await tenant.race([read, tell, read]) == [nil, nil, nil])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("of two workers with an app user of a run, the first one's snapshot counts")
    func racedInRun() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstreamKey()
        try await tenant.add(first)
        let run = try await tenant.startPreparedRun()
        let outcomes = Mutex<[String]>([])
        let calls: [RacedCall] = ([2, 3] as [Int64]).map { day in
            {
                let snapshot = first.read(at: Self.day(day)).json
                let rows = try await tenant.addAll([snapshot], receivedAt: Self.day(3), of: run)
                outcomes.withLock { $0 += rows.map(\.outcome) }
            }
        }
        let refusals = try await tenant.queue(
            on: """
                select from entitlements.run_app_users
                 where tenant_id = '\(tenant.id)' and run_id = '\(run)' for no key update
                """, calls)
        #expect(refusals == [nil, nil])
        #expect(outcomes.withLock { $0.sorted() } == ["known", "repeated"])
        #expect(try await tenant.rows(in: "snapshots") == 2)
    }

    @Test("an app user of a run counts once, with the first outcome")
    func run() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.add(first)
        let run = try await tenant.startPreparedRun()
        #expect(try await tenant.repeat(first.read(at: Self.day(2)), of: run) == [1])
        #expect(try await tenant.repeat(first.read(at: Self.day(3)), of: run) == [])
        #expect(try await tenant.add(first.read(at: Self.day(3)), in: run).isEmpty)
        #expect(try await tenant.rows(in: "snapshots") == 2)
        #expect(try await tenant.run(run)?["people"]?["read"] == 1)
        // The app user is not in this run, so the snapshot is added.
        #expect(try await tenant.repeat(first.read(at: Self.day(3)), of: UUID()) == [1])
    }
}
