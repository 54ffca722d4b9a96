/// What a pool has: its connections, with what they carry, and the calls that wait.
extension ConnectionPool {
    struct State {
        var slots: [Slot]
        var waiting: [any PendingCall] = []
        var isStopping = false
        /// Whether the server hangs.
        var isSuspended = false
        /// Since when the server has answered and a connection has been open at every moment.
        var reachedAt = ContinuousClock.now
    }

    struct Slot {
        var connection: Connection?
        var isOpen = false
        /// Whether the connection before this one was lost.
        var isReplacement = false
        var carried: [any PendingCall] = []
        /// When it last went from idle to carrying a call, or finished a call.
        var progressedAt = ContinuousClock.now
        var failures = 0
        var opensAt = ContinuousClock.now
    }
}

extension ConnectionPool.State {
    var openConnections: Int { slots.count(where: \.isOpen) }

    var isUnreachable: Bool { isSuspended || openConnections == 0 }

    /// Returns the first open connection with room that makes progress; else, of those with room,
    /// the one with the fewest calls.
    func readiest(_ limits: ConnectionPool.Limits) -> Int? {
        guard !isSuspended else { return nil }
        let now = ContinuousClock.now
        var fewest: Int?
        for (index, slot) in slots.enumerated()
        where slot.isOpen && slot.carried.count < limits.callsInFlightPerConnection {
            if slot.carried.isEmpty || now - slot.progressedAt < limits.slowness {
                return index
            }
            if fewest.map({ slot.carried.count < slots[$0].carried.count }) ?? true {
                fewest = index
            }
        }
        return fewest
    }

    /// Moves waiting calls to an open connection, as many as it can carry.
    mutating func load(_ index: Int, _ limits: ConnectionPool.Limits) -> [any PendingCall] {
        guard slots[index].isOpen, !isSuspended, !waiting.isEmpty else { return [] }
        var carried = carriedByOwner
        var first: [any PendingCall] = []
        while slots[index].carried.count < limits.callsInFlightPerConnection,
            let next = nextWaiting(carried, limits)
        {
            let call = waiting.remove(at: next)
            if let owner = call.owner { carried[owner, default: 0] += 1 }
            slots[index].carry(call)
            first.append(call)
        }
        return first
    }

    /// Of the waiting calls that their owner's share has room for, returns the one whose owner has
    /// the fewest on connections, and of those the one that waits longest.
    private func nextWaiting(
        _ carried: [String: Int], _ limits: ConnectionPool.Limits
    ) -> Int? {
        var best: (index: Int, carried: Int)?
        for (index, call) in waiting.enumerated() {
            let own = call.owner.map { carried[$0, default: 0] } ?? 0
            guard call.owner == nil || own < limits.callsOfOneOwner else { continue }
            if own == 0 { return index }
            if best.map({ own < $0.carried }) ?? true { best = (index, own) }
        }
        return best?.index
    }

    private var carriedByOwner: [String: Int] {
        slots.reduce(into: [:]) { counts, slot in
            for case let owner? in slot.carried.map({ $0.owner }) {
                counts[owner, default: 0] += 1
            }
        }
    }

    /// Whether an owner's share has room for one more call.
    func hasRoom(for owner: String?, _ limits: ConnectionPool.Limits) -> Bool {
        guard let owner else { return true }
        // No owner can have more than there are.
        let all = slots.reduce(0) { $0 + $1.carried.count }
        guard all >= limits.callsOfOneOwner else { return true }
        let own = slots.reduce(0) { $0 + $1.carried.count { $0.owner == owner } }
        return own < limits.callsOfOneOwner
    }

    /// Whether one more call of an owner may wait.
    func mayWait(_ owner: String?, _ limits: ConnectionPool.Limits) -> Bool {
        guard waiting.count < limits.waitingCalls else { return false }
        let maximum = max(1, limits.waitingCalls / 2)
        guard let owner, waiting.count >= maximum else { return true }
        return waiting.count { $0.owner == owner } < maximum
    }

    func index(of connection: Connection) -> Int? {
        slots.firstIndex { $0.connection === connection }
    }

    /// Stops offering an ended connection.
    mutating func close(_ connection: Connection) {
        if let index = index(of: connection) { slots[index].isOpen = false }
    }
}

extension ConnectionPool.Slot {
    mutating func carry(_ call: any PendingCall) {
        if carried.isEmpty { progressedAt = .now }
        carried.append(call)
    }

    mutating func finish(_ call: any PendingCall) {
        // Calls end in the order in which they came, except abandoned ones.
        if let index = carried.firstIndex(where: { $0 === call }) { carried.remove(at: index) }
        progressedAt = .now
    }
}
