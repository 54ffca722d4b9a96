import Entitlements
import Postgres
import Synchronization
import Traces

/// Batches items: those that arrive while a call of their key is running go into its next call.
///
/// - If no call of the key is running, an item is called alone, at once.
/// - A second call starts once as many items wait as are in flight, and `itemsToCallBeside`: a
///   call's first item costs much, each further item little.
/// - The caller of the oldest waiting item makes the next call, with all items that wait by then.
/// - Keys do not wait for each other.
/// - Each caller is answered after the call with its item has ended.
/// - Cancelling the caller that makes a call does not cancel the call: others wait for it.
package final class Gatherer<Key: Hashable & Sendable, Item: Sendable, Outcome: Sendable>: Sendable
{
    package struct Limits: Sendable {
        package var itemsPerCall: Int
        /// Two: one call works while another waits for its commit.
        package var callsPerKey = 2
        /// The fewest items that start a call beside another.
        package var itemsToCallBeside = 1
        package var waitingItemsPerKey = 1_024

        package init(itemsPerCall: Int) {
            self.itemsPerCall = itemsPerCall
        }
    }

    private let limits: Limits
    /// Returns one outcome for each item, in their order.
    ///
    /// Must not be cancellable.
    private let call: @Sendable (Key, [Item]) async throws -> [Outcome]
    private let lines: Mutex<[Key: Line]> = Mutex([:])

    private struct Line {
        var callsUnderWay = 0
        var itemsUnderWay = 0
        var waiting: ArraySlice<Waiting> = []

        /// Adds an item unless too many wait, and returns the items of the next call, if one is
        /// due.
        mutating func add(
            _ item: Waiting, _ limits: Limits
        ) -> (isRefused: Bool, set: ArraySlice<Waiting>?) {
            guard waiting.count < limits.waitingItemsPerKey else { return (true, nil) }
            waiting.append(item)
            return (false, nextSet(limits))
        }

        /// Ends a call, and returns the items of the next, if one is due.
        mutating func endCall(of items: Int, _ limits: Limits) -> ArraySlice<Waiting>? {
            callsUnderWay -= 1
            itemsUnderWay -= items
            return nextSet(limits)
        }

        /// Removes and returns the items of the next call, if one is due.
        private mutating func nextSet(_ limits: Limits) -> ArraySlice<Waiting>? {
            let isWorthCalling =
                callsUnderWay == 0
                || callsUnderWay < limits.callsPerKey
                    && waiting.count >= max(itemsUnderWay, limits.itemsToCallBeside)
            guard isWorthCalling, !waiting.isEmpty else { return nil }
            let set = waiting.prefix(limits.itemsPerCall)
            // Usually all of them, and then none is copied.
            waiting = set.count == waiting.count ? [] : waiting.dropFirst(set.count)
            callsUnderWay += 1
            itemsUnderWay += set.count
            return set
        }
    }

    private struct Waiting {
        let item: Item
        let turn: CheckedContinuation<Turn, Never>
        /// Of the caller, if it is recorded.
        let span: TraceSpan?
    }

    private enum Turn {
        /// This caller makes the next call, with the items that waited behind its own.
        case toCall(others: ArraySlice<Waiting>)
        case answered(Result<Outcome, any Error>, RequestWrites)
        /// The limit of waiting items is reached.
        case refused
    }

    package init(
        limits: Limits, call: @escaping @Sendable (Key, [Item]) async throws -> [Outcome]
    ) {
        self.limits = limits
        self.call = call
    }

    /// Adds an item to the next call of its key and returns its outcome.
    ///
    /// Throws `overloaded` if too many items wait, else the call's error.
    package func submit(_ item: Item, for key: Key) async throws -> Outcome {
        let waitingSince = ContinuousClock.now
        switch await turn(of: item, for: key) {
        case .toCall(let others):
            return try await PostgresClient.$waitingSince.withValue(waitingSince) {
                try await lead(item, others, for: key)
            }
        case .answered(let outcome, let writes):
            writes.share()
            return try outcome.get()
        case .refused:
            throw Failure(.overloaded, "The database is busy.", retryAfterSeconds: 1)
        }
    }

    /// The number of a key's items that wait for a call.
    package func waitingItems(of key: Key) -> Int {
        lines.withLock { $0[key]?.waiting.count ?? 0 }
    }

    private func turn(of item: Item, for key: Key) async -> Turn {
        await withCheckedContinuation { continuation in
            let waiting = Waiting(item: item, turn: continuation, span: TraceSpan.recorded)
            let (isRefused, set) = lines.withLock {
                $0[key, default: Line()].add(waiting, limits)
            }
            if isRefused { continuation.resume(returning: .refused) }
            if let set { start(set) }
        }
    }

    private func start(_ set: ArraySlice<Waiting>) {
        set.first?.turn.resume(returning: .toCall(others: set.dropFirst()))
    }

    /// Makes a call with this item and the others, then starts the next call.
    private func lead(
        _ item: Item, _ others: ArraySlice<Waiting>, for key: Key
    ) async throws -> Outcome {
        defer { passOn(key, after: others.count + 1) }
        // Apart from what this caller has written before.
        let writes = RequestWrites()
        defer { writes.share() }
        do {
            let outcomes = try await writes.collecting {
                try await TraceSpan.serving(others.compactMap(\.span)) {
                    try await call(key, [item] + others.map(\.item))
                }
            }
            guard outcomes.count == others.count + 1 else { throw UnevenOutcomes() }
            for (waiting, outcome) in zip(others, outcomes.dropFirst()) {
                waiting.turn.resume(returning: .answered(.success(outcome), writes))
            }
            return outcomes[0]
        } catch {
            for waiting in others {
                waiting.turn.resume(returning: .answered(.failure(error), writes))
            }
            throw error
        }
    }

    /// Ends a call of `items` items, and starts the next if one is due.
    private func passOn(_ key: Key, after items: Int) {
        let set: ArraySlice<Waiting>? = lines.withLock { lines in
            let set = lines[key, default: Line()].endCall(of: items, limits)
            if lines[key]?.callsUnderWay == 0 { lines[key] = nil }
            return set
        }
        if let set { start(set) }
    }
}

/// A call returned more or fewer outcomes than it was given items: a defect of ours.
struct UnevenOutcomes: Error {}
