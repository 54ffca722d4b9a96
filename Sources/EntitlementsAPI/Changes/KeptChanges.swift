import Entitlements
import EntitlementsDatabase

/// The readers of a tenant's changes, and its newest changes, of which none is left out.
struct KeptChanges {
    var wakeUps: [Int: AsyncStream<Void>.Continuation] = [:]

    /// The number up to which changes were read; nil until a reader read.
    private(set) var lastNumber: Int64?
    /// The number after which the kept changes begin.
    private var firstAfter: Int64 = 0
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

    /// The changes after a number; nil if memory lacks some of them, or has no change of this
    /// number: the log may have lost it.
    func changes(after number: Int64, maximum: Int32) -> [ListChanges.Row.Entry]? {
        guard lastNumber != nil else { return nil }
        // Most readers lack only the newest changes.
        let next = changes.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0
        guard number == (next > 0 ? changes[next - 1].number : firstAfter) else { return nil }
        return Array(changes[next...].prefix(Int(maximum)))
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
        firstAfter = number
        return true
    }

    /// Appends the changes that were read after the last number, and drops the oldest above the
    /// limits; false if there is none, or another number is the last by now.
    mutating func append(
        _ new: [ListChanges.Row.Entry], after number: Int64, readIn generation: Int
    ) -> Bool {
        guard generation == self.generation, number == lastNumber, let last = new.last
        else { return false }
        changes += new
        bytes += new.reduce(0) { $0 + $1.json.count }
        events = [:]
        lastNumber = last.number
        var surplus = max(0, changes.count - ChangeFeed.maximumKeptChanges)
        bytes -= changes.prefix(surplus).reduce(0) { $0 + $1.json.count }
        while bytes > ChangeFeed.maximumKeptBytes, surplus < changes.count {
            bytes -= changes[surplus].json.count
            surplus += 1
        }
        if surplus > 0 { firstAfter = changes[surplus - 1].number }
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
