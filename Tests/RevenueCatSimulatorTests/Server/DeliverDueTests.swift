import RevenueCatSimulator
import Synchronization
import Testing

@Suite("Deliveries take turns")
struct DeliverDueTests {
    @Test("what another caller began to deliver has its answer when a delivery returns")
    func begun() async throws {
        let log = Log()
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let simulator = Simulator(world: .empty(), seed: 1) { _ in
            beginning.yield()
            for await _ in released { break }
            log.add("answered")
            return 200
        }
        try simulator.withWorld { world throws(Refusal) in
            try world.purchase(by: "u", "plus_monthly")
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await simulator.deliverDue() }
            for await _ in begun { break }
            group.addTask {
                await simulator.deliverDue()
                log.add("returned")
            }
            // Long enough for the second caller to return, if it does not wait.
            for _ in 0..<10_000 where log.words.isEmpty { await Task.yield() }
            release.yield()
        }
        #expect(log.words == ["answered", "returned"])
    }
}

/// What happened, in order.
private final class Log: Sendable {
    private let happened = Mutex<[String]>([])

    var words: [String] { happened.withLock(\.self) }
    func add(_ word: String) { happened.withLock { $0.append(word) } }
}
