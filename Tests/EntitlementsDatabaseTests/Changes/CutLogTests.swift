import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

/// A failover that lost commits and a restore leave a log without its end.
@Suite("A log that lost its end", .timeLimit(.minutes(10)))
struct CutLogTests {
    @Test("gives no lost number to another change in 20 cuts, and loses no reader of others")
    func cuts() async throws {
        var dice = TestEffort.generator(salt: 44)
        try await ScratchDatabase.with { scratch in
            var log = try await ExpectedLog(in: scratch)
            for _ in 0..<20 {
                for _ in 0..<Int.random(in: 2...6, using: &dice) {
                    try await log.write(Int.random(in: 1...8, using: &dice))
                }
                // A failover loses the last calls; a restore may lose earlier ones, too.
                let isFailover = Int.random(in: 0..<4, using: &dice) > 0
                let end = log.ends.count - 1
                let first = isFailover ? max(0, end - 3) : 0
                try await log.cut(to: log.ends[Int.random(in: first..<end, using: &dice)])
                for count in 0...3 {
                    try await log.write(count * 3)
                    let lost = log.lost.suffix(20) + log.lost.shuffled(using: &dice).prefix(5)
                    try await log.expectRefused(lost)
                }
                let read = Int.random(in: 0...log.changes.count, using: &dice)
                try await log.expectReadOn(after: read)
            }
            #expect(log.lost.count > 100)
            try await log.expectRefused(log.lost)
        }
    }

    @Test("whose new primary has a clock that is behind refuses lost numbers all the same")
    func clockBehind() async throws {
        try await ScratchDatabase.with { scratch in
            var log = try await ExpectedLog(in: scratch)
            let moment: Timestamp = "2030-01-01T00:00:00Z"
            try await log.write(3, at: moment)
            for second: Int64 in 1...5 {
                try await log.write(4, at: moment.advanced(bySeconds: second))
            }
            try await log.cut(to: 3)
            for second: Int64 in -3...8 {
                // Half a second beside the lost ones: below, between and above them.
                let late = moment.advanced(bySeconds: second)
                try await log.write(
                    2,
                    at: Timestamp(
                        microsecondsSinceEpoch: late.microsecondsSinceEpoch + 500_000))
                try await log.expectRefused(log.lost)
            }
            try await log.expectReadOn(after: 3)
        }
    }

    @Test("restored from a dump, the log refuses what came after the dump")
    func restored() async throws {
        try await ScratchDatabase.with { scratch in
            var log = try await ExpectedLog(in: scratch)
            try await log.write(5)
            try await FreshCluster.with { folder, cluster in
                let dump = folder.path + "/hearth.dump"
                try FreshCluster.dump(scratch.connectionString, to: dump)
                try await log.write(4)
                try await EmptyDatabase(connectionString: cluster).createRoles()
                try FreshCluster.run(
                    "pg_restore", ["--exit-on-error", "--dbname=\(cluster)", dump])
                try await ScratchDatabase.lend(cluster) { restored in
                    log.move(to: restored, keeping: 5)
                    try await log.expectRefused(log.lost)
                    try await log.write(4)
                    try await log.expectRefused(log.lost)
                    try await log.expectReadOn(after: 5)
                    try await log.expectReadOn(after: 3)
                }
            }
        }
    }
}

/// What the log of a tenant should have, and the numbers that it lost.
private struct ExpectedLog {
    private(set) var changes: [(number: Int64, appUserID: String)] = []
    /// How many changes there were after each call that numbered some.
    private(set) var ends = [0]
    private(set) var lost: [Int64] = []
    private var scratch: ScratchDatabase
    private var tenant: TestTenant
    private let endpoint: UUID
    private var written = 0

    init(in scratch: ScratchDatabase) async throws {
        self.scratch = scratch
        tenant = try await TestTenant.create(in: scratch.database)
        endpoint = try await tenant.createEndpoint()
    }

    /// Writes changes, which are numbered at a moment; by the clock without one.
    mutating func write(_ count: Int, at moment: Timestamp? = nil) async throws {
        let people = (written..<written + count).map { "u_\($0)" }
        written += count
        try await scratch.administer(tenant.pendingChanges(people))
        try await scratch.database.numberChanges(at: moment)
        let new = try await page(after: changes.last?.number ?? 0)
        #expect(new.map(\.appUserID) == people)
        changes += new
        if count > 0 { ends.append(changes.count) }
    }

    /// Takes the database back to when the log had this many changes.
    mutating func cut(to kept: Int) async throws {
        let last = kept > 0 ? changes[kept - 1].number : 0
        try await scratch.administer(
            """
            delete from entitlements.change_entries where number > \(last);
            update entitlements.change_heads set last_number = \(last)
            """)
        move(to: scratch, keeping: kept)
    }

    /// Goes on with a database that has the first changes only.
    mutating func move(to other: ScratchDatabase, keeping kept: Int) {
        scratch = other
        tenant = TestTenant(id: tenant.id, slug: tenant.slug, database: other.database)
        lost += changes[kept...].map(\.number)
        changes.removeSubrange(kept...)
        ends.removeAll { $0 > kept }
    }

    /// Expects that no reader goes on after one of these numbers, nor a replay from it.
    func expectRefused(_ numbers: some Sequence<Int64>) async throws {
        for number in numbers {
            await expectFailure(.changesGone) { _ = try await page(after: number) }
            await expectFailure(.changesGone) {
                try await tenant.replay(endpoint, from: number)
            }
        }
    }

    /// Expects that a reader who had read this many changes gets all others.
    func expectReadOn(after count: Int) async throws {
        let rest = try await page(after: count > 0 ? changes[count - 1].number : 0)
        #expect(rest.map(\.appUserID) == changes[count...].map(\.appUserID))
        #expect(rest.map(\.number) == changes[count...].map(\.number))
    }

    private func page(after number: Int64) async throws -> [(number: Int64, appUserID: String)] {
        try await tenant.database.call(
            ListChanges(after: number, maximum: 10_000), in: tenant.id
        ).compactMap(\.entry).map { ($0.number, $0.appUserID.rawValue) }
    }
}
