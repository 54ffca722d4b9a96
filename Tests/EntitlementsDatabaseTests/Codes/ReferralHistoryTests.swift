import TestSupport
import Testing

/// Compares random histories of referrals, payments, refunds, merges, undoings and time with a
/// model that shares no line with the SQL.
@Suite("Referrals do what their model does", .soak)
struct ReferralHistoryTests {
    private static let histories = TestEffort.share(of: 50_000)
    private static let workers = 4

    @Test("rewards stand exactly while they should, and never twice")
    func walk() async throws {
        let differences = try await withThrowingTaskGroup(of: [String].self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    // The door goes through all tenants, so each worker has a database of its own.
                    try await ScratchDatabase.with { scratch in
                        var differences: [String] = []
                        for number in stride(from: worker, to: Self.histories, by: Self.workers) {
                            differences += try await Self.differences(of: number, in: scratch)
                        }
                        return differences
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(differences == [])
    }

    private static func differences(
        of number: Int, in scratch: ScratchDatabase
    ) async throws -> [String] {
        let seed = TestEffort.seed * 1_000_000 + UInt64(number)
        var history = try await ReferralHistory(seed: seed, in: scratch)
        try await history.walk()
        return history.differences.map { "seed \(seed): \($0)" }
    }
}
