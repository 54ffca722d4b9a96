import Entitlements

/// A binary heap of things with due times: the earliest first, equal times in the order added.
struct Agenda<Thing: Sendable>: Sendable {
    private struct Entry {
        let time: Timestamp
        let number: Int
        let thing: Thing

        static func < (left: Entry, right: Entry) -> Bool {
            (left.time, left.number) < (right.time, right.number)
        }
    }

    private var entries: [Entry] = []
    private var added = 0

    var first: (time: Timestamp, thing: Thing)? { entries.first.map { ($0.time, $0.thing) } }
    var count: Int { entries.count }

    mutating func add(_ thing: Thing, at time: Timestamp) {
        entries.append(Entry(time: time, number: added, thing: thing))
        added += 1
        var child = entries.count - 1
        while child > 0, entries[child] < entries[(child - 1) / 2] {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < entries.count }
            guard let least = children.min(by: { entries[$0] < entries[$1] }),
                entries[least] < entries[parent]
            else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
