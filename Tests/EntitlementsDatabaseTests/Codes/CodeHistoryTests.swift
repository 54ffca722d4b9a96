import TestSupport
import Testing

/// Compares random histories of redemptions, merges, undoings, purchases and revocations with a
/// model that shares no line with the SQL.
@Suite("Codes do what their model does", .soak)
struct CodeHistoryTests {
    private static let histories = TestEffort.share(of: 50_000)
    private static let workers = 6

    @Test("never more than allowed, never twice, and nothing lost")
    func walk() async throws {
        let differences = try await withThrowingTaskGroup(of: [String].self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    var differences: [String] = []
                    for number in stride(from: worker, to: Self.histories, by: Self.workers) {
                        differences += try await Self.differences(of: number)
                    }
                    return differences
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(differences == [])
    }

    private static func differences(of number: Int) async throws -> [String] {
        let seed = TestEffort.seed * 1_000_000 + UInt64(number)
        var history = try await CodeHistory(seed: seed)
        try await history.walk()
        return history.differences.map { "seed \(seed): \($0)" }
    }
}
