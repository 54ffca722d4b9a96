import Postgres

/// How far a server's log has come: asked once for all lookups that wait for that.
struct PositionQuestion: Sendable {
    private let gatherer: Gatherer<Bool, Void, GetLogPosition.Row>

    init(of client: PostgresClient) {
        var limits = Gatherer<Bool, Void, GetLogPosition.Row>.Limits(itemsPerCall: 4_096)
        limits.callsPerKey = 1
        limits.waitingItemsPerKey = 4_096
        gatherer = Gatherer(limits: limits) { _, items in
            let rows = try await client.call(GetLogPosition(), in: nil)
            return items.flatMap { _ in rows }
        }
    }

    /// The answer; nil if the server gives none.
    func ask() async -> GetLogPosition.Row? { try? await gatherer.submit((), for: true) }

    /// Waits until a standby has a position; false at once if the server is none: a primary has
    /// every position of its history.
    func reaches(_ position: LogPosition, within patience: Duration) async -> Bool {
        let end = ContinuousClock.now + patience
        var pause = Duration.milliseconds(2)
        while let row = await ask(), row.isStandby {
            let own = row.logPosition.flatMap { LogPosition($0) }
            if let own, own >= position { return true }
            guard ContinuousClock.now + pause < end,
                (try? await Task.sleep(for: pause)) != nil
            else { return false }
            pause = min(pause * 2, .milliseconds(50))
        }
        return false
    }
}
