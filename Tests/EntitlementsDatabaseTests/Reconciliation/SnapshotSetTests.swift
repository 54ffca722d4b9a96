import Entitlements
import EntitlementsDatabase
import Synchronization
import TestSupport
import Testing

/// Tests that a set of snapshots has the same effect as its single snapshots.
@Suite("Snapshots in sets", .soak)
struct SnapshotSetTests {
    private static let receivedAt: Timestamp = "2029-01-01T00:00:00Z"

    /// Histories of unrelated people, with events between sets, malformed and refused snapshots,
    /// repeats, several snapshots of one app user, and dry runs.
    @Test("sets of any size have the outcomes and state of single snapshots")
    func sets() async throws {
        let (sets, workers) = (TestEffort.share(of: 25_000, atLeast: 500), 8)
        let failures = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask { try await Self.deliver(sets / workers + 1, worker) }
            }
            return try await group.reduce(0, +)
        }
        #expect(failures >= sets / 10)
    }

    @Test("a set of the maximum size, each snapshot of another app user")
    func whole() async throws {
        let tenant = try await TestTenant.create()
        let bought: Timestamp = "2096-11-01T10:00:00Z"
        let snapshots = (1...AddSnapshots.maximumSnapshots).map { number in
            TestSnapshot(of: "u_\(number)", at: bought.advanced(byDays: 1)).listing(
                .like(
                    .initialPurchase(appUserID: "u_\(number)", purchasedAt: bought)
                        .transaction("t_\(number)", original: "t_\(number)")))
        }
        let day = bought.advanced(byDays: 1)
        let rows = try await tenant.addAll(snapshots.map(\.json), receivedAt: day)
        #expect(rows.map(\.number) == (1...64).map(Int32.init))
        #expect(rows.allSatisfy { $0.outcome == "read" && $0.drift?.accessAffected == true })
        #expect(try await tenant.addAll(snapshots.map(\.json)).allSatisfy { $0.outcome == "known" })
        #expect(try await tenant.rows(in: "purchases") == 64)
        #expect(try await tenant.rows(in: "drift") == 64)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("two snapshots that list one transaction are added in order")
    func oneTransaction() async throws {
        var ends: [[[String?]]] = []
        for size in [1, 2] {
            let tenant = try await TestTenant.create()
            let bought: Timestamp = "2096-11-01T10:00:00Z"
            let purchase = RevenueCatEvent.initialPurchase(purchasedAt: bought)
                .transaction("t_1", original: "t_1")
            let snapshots = [1, 2].map {
                TestSnapshot(of: "u_\($0)", at: bought.advanced(byDays: $0))
                    .listing(.like(purchase)).json
            }
            var causes: [String?] = []
            for first in stride(from: 0, to: 2, by: size) {
                causes += try await tenant.addAll(
                    Array(snapshots[first..<(first + size)]), receivedAt: bought.advanced(byDays: 3)
                ).map(\.drift?.cause)
            }
            #expect(causes == ["missed_event", "transfer_one_sided"])
            #expect(try await tenant.rows(in: "purchases") == 1)
            ends.append(try await tenant.end())
        }
        #expect(ends[0] == ends[1])
    }

    @Test("two simultaneous sets of the same people add each snapshot once")
    func raced() async throws {
        for round in 0..<4 {
            let tenant = try await TestTenant.createForRaces(like: "digero")
            let outcomes = Mutex<[String]>([])
            let snapshots = (0..<4).flatMap { person in
                ReadHistory(seed: UInt64(40 + 4 * round + person), prefix: "\(person)-").snapshots
            }.map(\.json)
            let add: RacedCall = {
                let rows = try await tenant.addAll(snapshots, receivedAt: Self.receivedAt)
                outcomes.withLock { $0 += rows.map(\.outcome) }
            }
            let reversed: RacedCall = {
                let rows = try await tenant.addAll(
                    snapshots.reversed(), receivedAt: Self.receivedAt)
                outcomes.withLock { $0 += rows.map(\.outcome) }
            }
            #expect(try await tenant.race([add, reversed, add]) == [nil, nil, nil])
            #expect(!outcomes.withLock { $0.contains("failed") })
            #expect(try await tenant.rows(in: "snapshots") == snapshots.count)
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    /// In the first history a newer snapshot of an alias lacks a purchase that an older, later
    /// received one lists.
    @Test(
        "histories that once ended wrong",
        arguments: [
            335_459_701_886, 335_459_702_150, 335_459_702_405, 335_459_703_125,
        ])
    func mended(seed: UInt64) async throws {
        _ = try await Self.expectOneEnd(seed)
    }

    /// Delivers histories until `sets` sets are made, and returns the number of failed snapshots.
    private static func deliver(_ sets: Int, _ worker: Int) async throws -> Int {
        var (delivered, failures, number) = (0, 0, worker)
        while delivered < sets {
            let seed = TestEffort.seed * 1_000_000 + 700_000 + UInt64(number)
            let cut = try await expectOneEnd(seed)
            delivered += cut.sets
            failures += cut.failures
            number += 8
        }
        return failures
    }

    /// Delivers one history in sets and as single snapshots, and returns the numbers of sets and of
    /// failed snapshots.
    private static func expectOneEnd(_ seed: UInt64) async throws -> (sets: Int, failures: Int) {
        var outcomes: [[String]] = []
        var ends: [[[String?]]] = []
        var cut = (sets: 0, failures: 0)
        for isAlone in [true, false] {
            let tenant = try await TestTenant.create(like: "digero")
            var told: [String] = []
            for step in SnapshotSets(seed: seed).steps {
                switch step {
                case .event(let event): try await tenant.receive(event, receivedAt: receivedAt)
                case .set(let snapshots, let isDryRun):
                    let parts = isAlone ? snapshots.map { [$0] } : [snapshots]
                    for part in parts {
                        let rows = try await tenant.addAll(
                            part, receivedAt: receivedAt, isDryRun: isDryRun)
                        // The drift of one snapshot has no order.
                        told += rows.map { ($0.number, $0.told) }.sorted(by: <).map(\.1)
                        cut.failures += rows.count { $0.failure != nil }
                    }
                    cut.sets += isAlone ? 0 : 1
                }
            }
            outcomes.append(told)
            ends.append(try await tenant.end())
            let violations = try await tenant.invariantViolations()
            #expect(violations == [], "seed \(seed)")
        }
        #expect(outcomes[0] == outcomes[1], "seed \(seed)")
        let differences = Set(ends[0]).symmetricDifference(ends[1])
        #expect(differences.isEmpty, "seed \(seed)")
        #expect(ends[0].count == ends[1].count, "seed \(seed)")
        return cut
    }
}

/// Events and sets of snapshots, cut alike for the same seed.
private struct SnapshotSets {
    enum Step {
        case event(RevenueCatEvent)
        case set([JSONValue], isDryRun: Bool)
    }

    private(set) var steps: [Step] = []

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &* 31)
        var evidence = (0..<4).flatMap {
            ReadHistory(seed: seed &* 4 &+ $0, prefix: "\($0)-").evidence
        }
        evidence += evidence.filter { _ in generator.next() % 4 == 0 }
        evidence.shuffle(using: &generator)
        var snapshots: [JSONValue] = []
        for told in evidence {
            switch told {
            case .snapshot(let snapshot):
                snapshots.append(snapshot.json)
                if generator.next() % 6 == 0 { snapshots.append(Self.bad(snapshot, &generator)) }
            case .event(let event):
                if generator.next() % 3 == 0 { cut(&snapshots, &generator) }
                steps.append(.event(event))
            }
        }
        while !snapshots.isEmpty { cut(&snapshots, &generator) }
    }

    private mutating func cut(_ snapshots: inout [JSONValue], _ generator: inout SeededGenerator) {
        let sizes = generator.next() % 4 == 0 ? 1...64 : 1...6
        let set = Array(snapshots.prefix(Int.random(in: sizes, using: &generator)))
        guard !set.isEmpty else { return }
        snapshots.removeFirst(set.count)
        let isDryRun = generator.next() % 5 == 0
        steps.append(.set(set, isDryRun: isDryRun))
    }

    /// A malformed snapshot, or one of another project's customer.
    private static func bad(
        _ snapshot: TestSnapshot, _ generator: inout SeededGenerator
    ) -> JSONValue {
        var fields = snapshot.json.object ?? JSONObject()
        switch generator.next() % 4 {
        case 0: fields["read_at"] = "soon"
        case 1: fields["purchases"] = [["product_id": "p"]]
        case 2: return 7
        default:
            fields["purchases"] = []
            fields["first_seen_at"] = "2028-01-01T00:00:00Z"
        }
        return .object(fields)
    }
}

extension ReadHistory {
    fileprivate var snapshots: [TestSnapshot] {
        evidence.compactMap { told in
            if case .snapshot(let snapshot) = told { snapshot } else { nil }
        }
    }
}

extension AddSnapshots.Row {
    /// The outcome without row ids.
    fileprivate var told: String {
        let texts = [drift?.before, drift?.after].map { String(decoding: $0 ?? [], as: UTF8.self) }
        return [
            outcome == "repeated" ? "read" : outcome, failure ?? "",
            drift?.appUserID.rawValue ?? "",
            drift?.environment ?? "", drift?.productID ?? "", drift?.cause ?? "",
            drift.map { "\($0.accessAffected)" } ?? "", texts[0], texts[1],
        ].joined(separator: " ")
    }
}

extension TestTenant {
    /// All rows that snapshots write, without row ids.
    ///
    /// Invariants check derived rows. Of two equal purchases an answer names the one with the lower
    /// id. Two things may differ, and are left out:
    /// - the confirmation time: of two anonymous people who merge the older stays, and people
    ///   created by one call are of one age;
    /// - the snapshot queue after a one-sided transfer: it lacks people whose snapshot is in the
    ///   same call.
    fileprivate func end() async throws -> [[String?]] {
        var rows: [[String?]] = []
        for (table, columns) in [
            ("app_users", "erased_at::text"), ("app_user_ids", "app_user_id"),
            ("app_user_id_links", "to_jsonb(found) - '{tenant_id,recorded_at}'::text[]"),
            ("purchases", "to_jsonb(found) - '{tenant_id,purchase_id}'::text[]"),
            ("evidence", "to_jsonb(found) - '{tenant_id,purchase_id}'::text[]"),
            (
                "snapshots",
                "to_jsonb(found) - '{tenant_id,purchase_ids}'::text[], cardinality(purchase_ids)"
            ),
            ("drift", "to_jsonb(found) - '{tenant_id,drift_id,purchase_id}'::text[]"),
        ] {
            let names = "'{owner_uuid,previous_owner_uuid,app_user_uuid}'::text[]"
            let shown = columns.replacing(
                "::text[]", with: "::text[] - \(names)", maxReplacements: 1)
            rows += try await TestDatabase.shared.administer(
                """
                select '\(table)', \(shown) from entitlements.\(table) found
                 where tenant_id = '\(id)' order by 2
                """)
        }
        return rows
    }
}
