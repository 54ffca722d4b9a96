import Entitlements
import EntitlementsDatabase
import Postgres
import Synchronization
import TestSupport
import Testing

/// Writers hold their transactions open for a random number of other commits, or roll back, while
/// two sequencers number and readers follow.
@Suite("No reader misses a change", .soak, .timeLimit(.minutes(60)))
struct HeldChangesTests {
    private static let writers = 32
    private static let readers = 4
    private static let changes = 1_000_000
    private static let maximumChangesOfTransaction = 40

    @Test("every reader sees each committed change once, in the order of its writer's commits")
    func held() async throws {
        try await ScratchDatabase.with { configuration in
            configuration.readConnections = 2
            configuration.writeConnections = 4
        } _: { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let progress = Progress()
            let seen = try await withThrowingTaskGroup(of: Seen?.self) { group in
                for writer in 0..<Self.writers {
                    group.addTask {
                        try await Self.write(writer, to: tenant, in: scratch, progress)
                        return nil
                    }
                }
                for _ in 0..<2 {
                    group.addTask {
                        while !progress.isOver(Self.writers) {
                            _ = try await scratch.database.callOne(NumberChanges(maximum: 500))
                        }
                        return nil
                    }
                }
                for reader in 0..<Self.readers {
                    group.addTask { try await Self.read(reader, tenant, progress) }
                }
                return try await group.reduce(into: [Seen]()) { all, one in
                    if let one { all.append(one) }
                }
            }
            #expect(seen.count == Self.readers)
            for reader in seen {
                #expect(reader.numbers.count == progress.committed)
                #expect(zip(reader.numbers, reader.numbers.dropFirst()).allSatisfy(<))
                #expect(reader.isInOrderOfWriters)
            }
        }
    }

    /// What a reader saw: the numbers, and `writer-change` of each.
    private struct Seen: Sendable {
        var numbers: [Int64] = []
        var names: [String] = []

        /// Each writer's changes are there once, ascending.
        var isInOrderOfWriters: Bool {
            var last: [Substring: Int] = [:]
            return names.allSatisfy { name in
                let parts = name.split(separator: "-")
                guard parts.count == 2, let number = Int(parts[1]),
                    number > last[parts[0], default: -1]
                else { return false }
                last[parts[0]] = number
                return true
            }
        }
    }

    private final class Progress: Sendable {
        private let state = Mutex((committed: 0, commits: 0, ended: 0))

        var committed: Int { state.withLock { $0.committed } }
        var commits: Int { state.withLock { $0.commits } }

        func commit(_ changes: Int) {
            state.withLock {
                $0.committed += changes
                $0.commits += 1
            }
        }

        func end() { state.withLock { $0.ended += 1 } }
        func isOver(_ writers: Int) -> Bool { state.withLock { $0.ended == writers } }
    }

    private static func write(
        _ writer: Int, to tenant: TestTenant, in scratch: ScratchDatabase, _ progress: Progress
    ) async throws {
        defer { progress.end() }
        var dice = TestEffort.generator(salt: UInt64(writer))
        try await AdministrationConnection.withConnection(
            to: scratch.superuserConnectionString
        ) { connection in
            var next = 0
            while next < TestEffort.share(of: changes / writers) {
                let count = Int.random(in: 1...maximumChangesOfTransaction, using: &dice)
                let names = (next..<next + count).map { "\(writer)-\($0)" }
                next += count
                try await connection.execute("begin; \(tenant.pendingChanges(names))")
                if Int.random(in: 0..<10, using: &dice) == 0 {
                    try await connection.execute("rollback")
                    continue
                }
                if Int.random(in: 0..<4, using: &dice) == 0 {
                    let until = progress.commits + Int.random(in: 1...20, using: &dice)
                    // The other writers may all be waiting too, or be done.
                    _ = await eventually(withinSeconds: 1) { progress.commits >= until }
                }
                try await connection.execute("commit")
                progress.commit(count)
            }
        }
    }

    private static func read(
        _ reader: Int, _ tenant: TestTenant, _ progress: Progress
    ) async throws -> Seen {
        var dice = TestEffort.generator(salt: UInt64(1_000 + reader))
        var seen = Seen()
        var after: Int64 = 0
        while true {
            let wasOver = progress.isOver(writers)
            if wasOver { try await tenant.database.numberChanges() }
            let rows = try await tenant.database.call(
                ListChanges(after: after, maximum: Int32.random(in: 1...500, using: &dice)),
                in: tenant.id)
            let changes = rows.compactMap(\.entry)
            seen.numbers += changes.map(\.number)
            seen.names += changes.map(\.appUserID.rawValue)
            after = changes.last?.number ?? after
            if wasOver, changes.isEmpty { return seen }
        }
    }
}
