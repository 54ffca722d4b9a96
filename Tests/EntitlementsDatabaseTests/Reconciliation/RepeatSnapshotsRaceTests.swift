import Entitlements
import EntitlementsDatabase
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite("repeat_snapshots, by several at once", .timeLimit(.minutes(5)))
struct RepeatSnapshotsRaceTests {
    private static let bought: Timestamp = "2096-11-01T10:00:00Z"

    private static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    private let purchase = RevenueCatEvent.initialPurchase(purchasedAt: "2096-11-01T10:00:00Z")
    private var first: TestSnapshot { TestSnapshot(at: Self.day(1)).listing(.like(purchase)) }

    @Test(
        "whoever is about to tell something new is not waited for, and is news",
        arguments: ["app_users", "purchases", "run_people"])
    func held(table: String) async throws {
        let tenant = try await TestTenant.reading()
        try await tenant.add(first)
        try await tenant.add(TestSnapshot(of: "b", at: Self.day(1)))
        let run = try await tenant.startPreparedRun()
        let before = try await tenant.reconciled()
        try await AdministrationConnection.withConnection(
            to: try await TestCluster.connectionString()
        ) { holder in
            let people = table == "run_people" ? " and app_user_id = 'u_42'" : ""
            let owner = table == "app_users" ? " and app_user_uuid = (\(Self.person(tenant)))" : ""
            try await holder.execute(
                """
                begin; select from entitlements.\(table)
                 where tenant_id = '\(tenant.id)'\(people)\(owner) for no key update
                """)
            #expect(try await tenant.repeat(first.read(at: Self.day(2)), of: run) == [])
            #expect(try await tenant.reconciled() == before)
            // Others of the same call are not held up.
            let other = TestSnapshot(of: "b", at: Self.day(2))
            #expect(try await tenant.repeat(first.read(at: Self.day(2)), other, of: run) == [2])
            try await holder.execute("rollback")
        }
        #expect(try await tenant.repeat(first.read(at: Self.day(2)), of: run) == [1])
    }

    private static func person(_ tenant: TestTenant) -> String {
        """
        select app_user_uuid from entitlements.app_user_ids
         where tenant_id = '\(tenant.id)' and app_user_id = 'u_42'
        """
    }

    @Test("two workers with the same people write each reading once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let people = (1...8).map { TestSnapshot(of: "u_\($0)", at: Self.day(1)) }
        for person in people { try await tenant.add(person) }
        let written = Mutex(0)
        let again: RacedCall = { [people] in
            for number in [0, 4] {
                let some = people[number..<(number + 4)].map { $0.read(at: Self.day(2)).json }
                let rows = try await tenant.database.call(
                    RepeatSnapshots(snapshots: some, receivedAt: Self.day(3)), in: tenant.id)
                written.withLock { $0 += rows.count }
            }
        }
        #expect(try await tenant.race([again, again, again]) == [nil, nil, nil])
        #expect(try await tenant.rows(in: "snapshots") == 8 + written.withLock(\.self))
        // Whom nobody got because both were at it is written by whoever adds them.
        for person in people { try await tenant.add(person.read(at: Self.day(2))) }
        #expect(try await tenant.rows(in: "snapshots") == 16)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("readings beside events that tell something end in the state of their order")
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
                let snapshots = people.map { $0.read(at: Self.day(Int64(number))) }
                let call = RepeatSnapshots(
                    snapshots: snapshots.map(\.json), receivedAt: Self.day(9))
                let places = try await tenant.database.call(call, in: tenant.id).map(\.place)
                for (place, snapshot) in snapshots.enumerated()
                where !places.contains(Int32(place + 1)) {
                    try await tenant.add(snapshot, receivedAt: Self.day(9))
                }
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

    @Test("a person of a run counts once, with what was found first")
    func run() async throws {
        let tenant = try await TestTenant.reading()
        try await tenant.add(first)
        let run = try await tenant.startPreparedRun()
        #expect(try await tenant.repeat(first.read(at: Self.day(2)), of: run) == [1])
        #expect(try await tenant.repeat(first.read(at: Self.day(3)), of: run) == [])
        #expect(try await tenant.add(first.read(at: Self.day(3)), in: run).isEmpty)
        #expect(try await tenant.rows(in: "snapshots") == 2)
        #expect(try await tenant.run(run)?["people"]?["read"] == 1)
        // Who is not of the run is left to be added.
        #expect(try await tenant.repeat(first.read(at: Self.day(3)), of: UUID()) == [])
    }
}
