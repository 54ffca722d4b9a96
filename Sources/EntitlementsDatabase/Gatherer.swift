import Entitlements
import Synchronization

/// Gathers what arrives for one key while a call of that key is under way, and hands it to the next
/// call.
///
/// Nothing waits while fewer calls than allowed are under way: an item that arrives then is handed
/// over alone and at once. Of those that wait, the oldest makes the next call, with all that have
/// arrived by then. A key never waits for another key. Each caller is answered after the call that
/// held its item has ended.
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
    private let call: @Sendable (Key, [Item]) async throws -> [Outcome]
    private let lines: Mutex<[Key: Line]> = Mutex([:])

    private struct Line {
        var callsUnderWay = 0
        var waiting: ArraySlice<Waiting> = []
    }

    private struct Waiting {
        let item: Item
        let turn: CheckedContinuation<Turn, Never>
    }

    private enum Turn {
        /// It is for this caller to make the next call.
        case toCall
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
        case .toCall: try await lead(item, for: key)
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
            let turn: Turn? = lines.withLock { lines in
                var line = lines[key] ?? Line()
                defer { lines[key] = line }
                if line.callsUnderWay < limits.callsPerKey {
                    line.callsUnderWay += 1
                    return .toCall
                }
                guard line.waiting.count < limits.waitingItemsPerKey else { return .refused }
                line.waiting.append(Waiting(item: item, turn: continuation))
                return nil
            }
            if let turn { continuation.resume(returning: turn) }
        }
    }

    /// Makes a call with this item and those that wait, and passes the turn on.
    private func lead(_ item: Item, for key: Key) async throws -> Outcome {
        let others = take(limits.itemsPerCall - 1, of: key)
        defer { passOn(key) }
        do {
            let outcomes = try await call(key, [item] + others.map(\.item))
            guard outcomes.count == others.count + 1 else { throw UnevenOutcomes() }
            for (waiting, outcome) in zip(others, outcomes.dropFirst()) {
                waiting.turn.resume(returning: .answered(.success(outcome)))
            }
            return outcomes[0]
        } catch {
            // Who leads may go away; the others did not.
            if Task.isCancelled {
                lines.withLock { lines in
                    let later = lines[key]?.waiting ?? []
                    lines[key]?.waiting = others + later
                }
            } else {
                for waiting in others { waiting.turn.resume(returning: .answered(.failure(error))) }
            }
            throw error
        }
    }

    private func take(_ count: Int, of key: Key) -> ArraySlice<Waiting> {
        lines.withLock { lines in
            let taken = lines[key]?.waiting.prefix(count) ?? []
            lines[key]?.waiting.removeFirst(taken.count)
            return taken
        }
    }

    /// Has the oldest of those that wait make the next call.
    private func passOn(_ key: Key) {
        let next: Waiting? = lines.withLock { lines in
            guard let next = lines[key]?.waiting.popFirst() else {
                lines[key]?.callsUnderWay -= 1
                if lines[key]?.callsUnderWay == 0 { lines[key] = nil }
                return nil
            }
            return next
        }
        next?.turn.resume(returning: .toCall)
    }
}

/// A call answered more or fewer outcomes than it was given items: a defect of ours.
struct UnevenOutcomes: Error {}
