import TestSupport
import Testing

/// Compares random steps of households, purchases and time with a model that shares no line with
/// the SQL.
@Suite("Households do what their model does", .soak)
struct HouseholdMachineTests {
    private static let steps = TestEffort.share(of: 20_000)
    private static let stepsPerMachine = 100
    private static let workers = 6

    @Test("each step and each read of the past answers as the model does")
    func walk() async throws {
        let machines = max(1, Self.steps / Self.stepsPerMachine)
        let differences = try await withThrowingTaskGroup(of: [String].self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    var differences: [String] = []
                    for number in stride(from: worker, to: machines, by: Self.workers) {
                        differences += try await Self.differences(of: number)
                    }
                    return differences
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(differences == [])
    }

    /// One machine in ten runs in the past, where each answer is folded from evidence.
    private static func differences(of number: Int) async throws -> [String] {
        let seed = TestEffort.seed * 1_000_000 + UInt64(number)
        var machine = try await HouseholdMachine(seed: seed, isInPast: number % 10 == 0)
        for _ in 0..<stepsPerMachine where machine.differences.isEmpty {
            try await machine.step()
        }
        try await machine.finish()
        return machine.differences.map { "seed \(seed): \($0)" }
    }
}
