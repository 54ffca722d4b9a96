import Entitlements
import EntitlementsDatabase
import Synchronization
import TestSupport
import Testing

/// Readings in sets come to what each of them alone does.
@Suite("Snapshots in sets", .soak)
struct SnapshotSetTests {
    private static let receivedAt: Timestamp = "2029-01-01T00:00:00Z"

    /// Histories of people who have nothing to do with each other, with events between sets, bad
    /// snapshots, strangers, repeats, several readings of one person, and dry runs.
    @Test("sets of any size end in the state and the outcomes of each reading alone")
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

    @Test("a set of the most snapshots that a call may hold, each of another person")
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

    @Test("two people who list one transaction are read one after the other")
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

    @Test("two sets that hold the same people at once write each reading once")
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

    /// In the first, an older reading that lists a purchase came after a newer one, which was made
    /// by another id of its owner and does not list it.
    @Test(
        "histories that ended wrong before",
        arguments: [
            335_459_701_886, 335_459_702_150, 335_459_702_405, 335_459_703_125,
        ])
    func mended(seed: UInt64) async throws {
        _ = try await Self.expectOneEnd(seed)
    }

    /// Delivers histories until they made so many sets; answers how many snapshots failed.
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

    /// Delivers one history in sets, and each of its snapshots alone; answers how many sets it is,
    /// and how many snapshots failed.
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
                        // The differences of one reading have no order.
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

/// What is delivered, cut into sets in the same way for the same seed.
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

    /// One that cannot be read, or is of a stranger.
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
    /// What a caller is told, without the names of rows.
    fileprivate var told: String {
        let texts = [drift?.before, drift?.after].map { String(decoding: $0 ?? [], as: UTF8.self) }
        return [
            outcome == "repeated" ? "read" : outcome, failure ?? "", drift?.appUserID ?? "",
            drift?.environment ?? "", drift?.productID ?? "", drift?.cause ?? "",
            drift.map { "\($0.accessAffected)" } ?? "", texts[0], texts[1],
        ].joined(separator: " ")
    }
}

extension TestTenant {
    /// Everything that snapshots write, without the names of rows.
    ///
    /// What is derived from it is for the invariants: of two purchases that are as good, an answer
    /// names the one with the lower id. Two things rightly differ, and are left out:
    /// - when a person was confirmed: of two anonymous people who become one the older stays, and
    ///   people whom one call makes are of one age;
    /// - who is queued after a transfer that one side told of: not a person who was read in the
    ///   same call.
    fileprivate func end() async throws -> [[String?]] {
        var rows: [[String?]] = []
        for (table, columns) in [
            ("app_users", "erased_at::text"), ("app_user_ids", "app_user_id"),
            ("app_user_id_links", "to_jsonb(found) - 'tenant_id'"),
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
