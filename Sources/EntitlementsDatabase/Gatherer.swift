import Entitlements
import Synchronization

/// Gathers what arrives for one key while a call of that key is under way, and hands it to the next
/// call.
///
/// An item that arrives while no call of its key is under way is handed over alone and at once.
/// Beside a call, another begins when as many items wait as are under way: a call costs much for
/// its first item and little for each more. Of the items that wait, the caller of the oldest
/// makes the next call, with all that have arrived by then. A key never waits for another key.
/// Each caller is answered after the call that held its item has ended. A call goes on to its end
/// where the caller who makes it is cancelled, for the others wait for it.
package final class Gatherer<Key: Hashable & Sendable, Item: Sendable, Outcome: Sendable>: Sendable
{
    package struct Limits: Sendable {
        package var itemsPerCall: Int
        /// Two, so that one call works while another waits for its commit.
        package var callsPerKey = 2
        package var waitingItemsPerKey = 1_024

        package init(itemsPerCall: Int) {
            self.itemsPerCall = itemsPerCall
        }
    }

    private let limits: Limits
    /// Answers one outcome for each item, in their order.
    ///
    /// It is not cancellable.
    private let call: @Sendable (Key, [Item]) async throws -> [Outcome]
    private let lines: Mutex<[Key: Line]> = Mutex([:])

    private struct Line {
        var callsUnderWay = 0
        var itemsUnderWay = 0
        var waiting: ArraySlice<Waiting> = []

        /// Takes what the next call holds, where one is due.
        mutating func nextSet(_ limits: Limits) -> ArraySlice<Waiting>? {
            let isWorthCalling =
                callsUnderWay == 0
                || callsUnderWay < limits.callsPerKey && waiting.count >= itemsUnderWay
            guard isWorthCalling, !waiting.isEmpty else { return nil }
            let set = waiting.prefix(limits.itemsPerCall)
            waiting.removeFirst(set.count)
            callsUnderWay += 1
            itemsUnderWay += set.count
            return set
        }
    }

    private struct Waiting {
        let item: Item
        let turn: CheckedContinuation<Turn, Never>
    }

    private enum Turn {
        /// It is for this caller to make the next call, with those that waited behind.
        case toCall(others: ArraySlice<Waiting>)
        case answered(Result<Outcome, any Error>)
        /// As many items wait as may.
        case refused
    }

    package init(
        limits: Limits, call: @escaping @Sendable (Key, [Item]) async throws -> [Outcome]
    ) {
        self.limits = limits
        self.call = call
    }

    /// Hands an item to the next call of its key, and answers what became of it.
    ///
    /// Throws `overloaded` where too many wait, else what the call threw.
    package func submit(_ item: Item, for key: Key) async throws -> Outcome {
        switch await turn(of: item, for: key) {
        case .toCall(let others): try await lead(item, others, for: key)
        case .answered(let outcome): try outcome.get()
        case .refused:
            throw Failure(.overloaded, "The database is busy.", retryAfterSeconds: 1)
        }
    }

    /// How many items of a key wait for a call.
    package func waitingItems(of key: Key) -> Int {
        lines.withLock { $0[key]?.waiting.count ?? 0 }
    }

    private func turn(of item: Item, for key: Key) async -> Turn {
        await withCheckedContinuation { continuation in
            let (isRefused, set): (Bool, ArraySlice<Waiting>?) = lines.withLock { lines in
                var line = lines[key] ?? Line()
                defer { lines[key] = line }
                guard line.waiting.count < limits.waitingItemsPerKey else { return (true, nil) }
                line.waiting.append(Waiting(item: item, turn: continuation))
                return (false, line.nextSet(limits))
            }
            if isRefused { continuation.resume(returning: .refused) }
            if let set { start(set) }
        }
    }

    private func start(_ set: ArraySlice<Waiting>) {
        set.first?.turn.resume(returning: .toCall(others: set.dropFirst()))
    }

    /// Makes a call with this item and those that waited, and passes the turn on.
    private func lead(
        _ item: Item, _ others: ArraySlice<Waiting>, for key: Key
    ) async throws -> Outcome {
        defer { passOn(key, after: others.count + 1) }
        do {
            let outcomes = try await call(key, [item] + others.map(\.item))
            guard outcomes.count == others.count + 1 else { throw UnevenOutcomes() }
            for (waiting, outcome) in zip(others, outcomes.dropFirst()) {
                waiting.turn.resume(returning: .answered(.success(outcome)))
            }
            return outcomes[0]
        } catch {
            for waiting in others { waiting.turn.resume(returning: .answered(.failure(error))) }
            throw error
        }
    }

    /// Ends a call that held so many items, and begins the next where one is due.
    private func passOn(_ key: Key, after items: Int) {
        let set: ArraySlice<Waiting>? = lines.withLock { lines in
            lines[key]?.callsUnderWay -= 1
            lines[key]?.itemsUnderWay -= items
            let set = lines[key]?.nextSet(limits)
            if lines[key]?.callsUnderWay == 0 { lines[key] = nil }
            return set
        }
        if let set { start(set) }
    }
}

/// A call answered more or fewer outcomes than it was given items: a defect of ours.
struct UnevenOutcomes: Error {}
