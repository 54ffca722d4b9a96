import Entitlements
import EntitlementsDatabase

/// The readers of a tenant's changes, and its newest changes, whose numbers have no gap.
struct KeptChanges {
    var wakeUps: [Int: AsyncStream<Void>.Continuation] = [:]

    /// The number up to which changes were read; nil until a reader read.
    private(set) var lastNumber: Int64?
    private var changes: [ListChanges.Row.Entry] = []
    private var bytes = 0

    /// What a text of events is of: the number after which it begins, and its environments.
    struct Part: Hashable {
        let after: Int64
        let environments: Set<PurchaseEnvironment>
    }

    /// Grows when the changes are forgotten; what was read before is not kept afterwards.
    private(set) var generation = 0

    /// The newest changes as events.
    ///
    /// Most streams have read as far as each other, and write the same text.
    private(set) var events: [Part: ChangeEvents] = [:]
    private static let maximumEvents = 8

    var count: Int { wakeUps.count }

    /// The changes after a number; nil if memory lacks some of them.
    func changes(after number: Int64, maximum: Int32) -> [ListChanges.Row.Entry]? {
        guard let lastNumber, number <= lastNumber, number >= lastNumber - Int64(changes.count)
        else { return nil }
        let first = changes.count - Int(lastNumber - number)
        return Array(changes[first...].prefix(Int(maximum)))
    }

    /// Keeps events for other streams, until there are newer changes.
    mutating func share(_ new: ChangeEvents, of part: Part, readIn generation: Int?) {
        guard generation == self.generation, new.lastNumber == lastNumber,
            events.count < Self.maximumEvents
        else { return }
        events[part] = new
    }

    /// Keeps changes from here on; false if it does already.
    mutating func begin(after number: Int64, readIn generation: Int?) -> Bool {
        guard generation == self.generation, lastNumber == nil else { return false }
        lastNumber = number
        return true
    }

    /// Appends changes that follow the last number, and drops the oldest above the limits; false
    /// if none follows.
    mutating func append(_ new: [ListChanges.Row.Entry], readIn generation: Int) -> Bool {
        guard generation == self.generation, var last = lastNumber else { return false }
        let count = changes.count
        for change in new where change.number == last + 1 {
            changes.append(change)
            bytes += change.json.count
            last = change.number
        }
        guard changes.count > count else { return false }
        events = [:]
        lastNumber = last
        var surplus = max(0, changes.count - ChangeFeed.maximumKeptChanges)
        bytes -= changes.prefix(surplus).reduce(0) { $0 + $1.json.count }
        while bytes > ChangeFeed.maximumKeptBytes, surplus < changes.count {
            bytes -= changes[surplus].json.count
            surplus += 1
        }
        changes.removeFirst(surplus)
        return true
    }

    /// Starts anew with the next read of a reader.
    mutating func forget() {
        generation += 1
        lastNumber = nil
        changes = []
        events = [:]
        bytes = 0
    }
}
