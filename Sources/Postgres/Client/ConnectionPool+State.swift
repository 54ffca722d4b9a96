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

    /// Moves the longest-waiting calls to an open connection, as many as it can carry.
    mutating func load(
        _ index: Int, upTo callsInFlightPerConnection: Int
    ) -> [any PendingCall] {
        guard slots[index].isOpen, !isSuspended else { return [] }
        let count = min(waiting.count, callsInFlightPerConnection - slots[index].carried.count)
        let first = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        first.forEach { slots[index].carry($0) }
        return first
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
