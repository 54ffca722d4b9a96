import Entitlements
import EntitlementsDatabase
import Synchronization
import TestSupport
import Testing
import Traces

@Suite("Gatherer")
struct GathererTests {
    @Test("an item that arrives while no call is running goes alone and at once")
    func idle() async throws {
        let calls = Calls()
        #expect(try await calls.gatherer().submit(1, for: "a") == "a1")
        #expect(calls.made == [[1]])
    }

    @Test("items that arrive during a call go with the next one, in order")
    func gathered() async throws {
        let calls = Calls()
        let gatherer = calls.gatherer()
        calls.hold()
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for item in 1...6 {
                group.addTask { try await gatherer.submit(item, for: "a") }
                try await calls.wait(untilSubmitted: item, to: gatherer, for: "a")
            }
            calls.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.sorted() == (1...6).map { "a\($0)" })
        #expect(calls.made == [[1], [2, 3, 4, 5], [6]])
    }

    @Test("a set is in one recorded trace, and linked with the spans of the others, both ways")
    func traced() async throws {
        let (recorded, calls) = (RecordedTraces(), Calls())
        let gatherer = calls.gatherer()
        calls.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in 1...4 {
                // The second caller is not traced, and makes the call of the set.
                let traces = item == 2 ? Traces.off : recorded.traces
                group.addTask {
                    try await traces.withSpan("caller \(item)") {
                        _ = try await gatherer.submit(item, for: "a")
                    }
                }
                try await calls.wait(untilSubmitted: item, to: gatherer, for: "a")
            }
            calls.release()
            try await group.waitForAll()
        }
        #expect(calls.made == [[1], [2, 3, 4]])
        let sets = recorded.spans(named: "set")
        let (third, fourth) = (
            recorded.spans(named: "caller 3")[0], recorded.spans(named: "caller 4")[0]
        )
        #expect(sets.count == 1 && sets[0].isChild(of: third))
        #expect(sets[0].links == [fourth.place] && sets[0]["hearth.set_spans"] == "2")
        #expect(fourth.links == [sets[0].place] && third.links.isEmpty)
    }

    @Test("a second call begins when as many items wait as are in flight")
    func besides() async throws {
        let calls = Calls()
        let gatherer = calls.gatherer(callsPerKey: 2)
        calls.hold()
        try await withThrowingTaskGroup(of: String.self) { group in
            for item in 1...6 {
                group.addTask { try await gatherer.submit(item, for: "a") }
                try await calls.wait(untilSubmitted: max(item - 1, 1), to: gatherer, for: "a")
                try await calls.wait(untilMade: min(item, 2))
            }
            #expect(calls.made == [[1], [2]])
            calls.hold { !$0.contains(1) }
            try await calls.wait(untilMade: 3)
            calls.hold { $0.count == 4 }
            while try await group.next() != "a2" {}
            // Four items are in flight: three waiting items start no call, four do.
            for item in 7...9 {
                group.addTask { try await gatherer.submit(item, for: "a") }
                try await calls.wait(untilSubmitted: item - 5, to: gatherer, for: "a")
            }
            #expect(calls.made.count == 3)
            group.addTask { try await gatherer.submit(10, for: "a") }
            try await calls.wait(untilMade: 4)
            calls.release()
            try await group.waitForAll()
        }
        #expect(calls.made == [[1], [2], [3, 4, 5, 6], [7, 8, 9, 10]])
    }

    @Test("a second call begins with no fewer items than it needs")
    func fewBesides() async throws {
        let calls = Calls()
        let gatherer = calls.gatherer(callsPerKey: 2, itemsToCallBeside: 3)
        calls.hold()
        try await withThrowingTaskGroup(of: String.self) { group in
            for item in 1...3 {
                group.addTask { try await gatherer.submit(item, for: "a") }
                try await calls.wait(untilSubmitted: item, to: gatherer, for: "a")
            }
            #expect(calls.made == [[1]])
            group.addTask { try await gatherer.submit(4, for: "a") }
            try await calls.wait(untilMade: 2)
            calls.release()
            try await group.waitForAll()
        }
        #expect(calls.made == [[1], [2, 3, 4]])
    }

    @Test("a held key delays no other key")
    func otherKey() async throws {
        let calls = Calls()
        let gatherer = calls.gatherer()
        calls.hold { $0.contains(1) }
        async let held = gatherer.submit(1, for: "a")
        try await calls.wait(untilSubmitted: 1, to: gatherer, for: "a")
        #expect(try await gatherer.submit(2, for: "b") == "b2")
        calls.release()
        #expect(try await held == "a1")
    }

    @Test("a failed call fails all its items, and no later one")
    func failed() async throws {
        let calls = Calls(failing: 13)
        let gatherer = calls.gatherer()
        calls.hold()
        async let first = gatherer.submit(1, for: "a")
        try await calls.wait(untilSubmitted: 1, to: gatherer, for: "a")
        let bad = Task { try await gatherer.submit(13, for: "a") }
        try await calls.wait(untilSubmitted: 2, to: gatherer, for: "a")
        let neighbour = Task { try await gatherer.submit(2, for: "a") }
        try await calls.wait(untilSubmitted: 3, to: gatherer, for: "a")
        calls.release()
        #expect(try await first == "a1")
        await #expect(throws: Calls.Unlucky.self) { try await bad.value }
        await #expect(throws: Calls.Unlucky.self) { try await neighbour.value }
        #expect(try await gatherer.submit(3, for: "a") == "a3")
    }

    @Test("a call goes on when its caller is cancelled")
    func cancelled() async throws {
        let calls = Calls()
        let gatherer = calls.gatherer()
        calls.hold()
        let first = Task { try await gatherer.submit(1, for: "a") }
        try await calls.wait(untilSubmitted: 1, to: gatherer, for: "a")
        let leaver = Task { try await gatherer.submit(2, for: "a") }
        try await calls.wait(untilSubmitted: 2, to: gatherer, for: "a")
        async let other = gatherer.submit(3, for: "a")
        try await calls.wait(untilSubmitted: 3, to: gatherer, for: "a")
        leaver.cancel()
        calls.release()
        #expect(try await first.value == "a1")
        #expect(try await leaver.value == "a2")
        #expect(try await other == "a3")
        #expect(calls.made == [[1], [2, 3]])
    }

    @Test("an item beyond the limit of waiting items is refused as overloaded")
    func full() async throws {
        let calls = Calls()
        let gatherer = calls.gatherer(waiting: 1)
        calls.hold()
        async let first = gatherer.submit(1, for: "a")
        try await calls.wait(untilSubmitted: 1, to: gatherer, for: "a")
        async let second = gatherer.submit(2, for: "a")
        try await calls.wait(untilSubmitted: 2, to: gatherer, for: "a")
        await #expect {
            try await gatherer.submit(3, for: "a")
        } throws: { ($0 as? Failure)?.code == .overloaded }
        calls.release()
        #expect(try await [first, second] == ["a1", "a2"])
    }
}

/// Records the items of each call; tests can hold calls.
private final class Calls: Sendable {
    struct Unlucky: Error {}
    typealias Gatherer = EntitlementsDatabase.Gatherer<String, Int, String>

    private let failing: Int?
    private let state = Mutex(State())

    private struct State {
        var made: [[Int]] = []
        var isHeld: @Sendable ([Int]) -> Bool = { _ in false }
    }

    init(failing: Int? = nil) {
        self.failing = failing
    }

    var made: [[Int]] { state.withLock(\.made) }

    func gatherer(
        waiting: Int = 100, callsPerKey: Int = 1, itemsToCallBeside: Int = 1
    ) -> Gatherer {
        var limits = Gatherer.Limits(itemsPerCall: 4)
        limits.callsPerKey = callsPerKey
        limits.itemsToCallBeside = itemsToCallBeside
        limits.waitingItemsPerKey = waiting
        return Gatherer(limits: limits) { [self] key, items in
            state.withLock { $0.made.append(items) }
            while state.withLock({ $0.isHeld(items) }) { await Task.yield() }
            if let failing, items.contains(failing) { throw Unlucky() }
            return items.map { "\(key)\($0)" }
        }
    }

    /// Holds the calls whose items match; other calls go on.
    func hold(_ isHeld: @escaping @Sendable ([Int]) -> Bool = { _ in true }) {
        state.withLock { $0.isHeld = isHeld }
    }

    func release() {
        hold { _ in false }
    }

    func wait(untilMade count: Int) async throws {
        while made.count < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits until a call is running and the other items of `count` wait.
    func wait(untilSubmitted count: Int, to gatherer: Gatherer, for key: String) async throws {
        while made.isEmpty || gatherer.waitingItems(of: key) < count - 1 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
