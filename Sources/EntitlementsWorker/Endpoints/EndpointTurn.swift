import Deliveries
import EntitlementsDatabase
import FoundationEssentials
import Logging
import Metrics
import ServiceLifecycle

/// One worker's turn with an endpoint that it leased.
///
/// It takes some deliveries, sends them side by side, notes what became of them, and goes on until
/// there is nothing to deliver or other endpoints have waited long enough.
struct EndpointTurn: Sendable {
    let database: Database
    let sender: DeliverySender
    let endpoint: ClaimEndpoints.Row
    let leaseID: UUID
    let lane: DeliveryLane
    let logger: Logger

    /// Called when the turn begins no further delivery, with the number of those under way, and
    /// again as they end.
    let giveWay: @Sendable (Int) -> Void

    /// So long after its first deliveries were taken, a turn begins no further one.
    ///
    /// However slow the database is, the first ones are begun.
    private static let maximumTurn = Duration.milliseconds(500)

    /// How many deliveries are taken at once.
    ///
    /// A new endpoint gets one, and then a turn of another lane.
    private var maximumTaken: Int { lane == .new ? 1 : 50 }

    /// How long deliveries under way may go on when the server stops.
    private static let stopping = Duration.seconds(3)

    func run() async {
        do {
            try await deliverAll()
        } catch {
            // Nothing of the last deliveries was noted: they are repeated when the lease ends.
            await logger.log(
                "Deliveries were interrupted", hinderedBy: error, of: endpoint.tenantID,
                in: database, metadata: ["endpoint": "\(endpoint.endpointID)"])
        }
    }

    private func deliverAll() async throws {
        let target = try await sender.target(of: endpoint.endpointID, in: endpoint.tenantID)
        var endOfTurn: ContinuousClock.Instant?
        var isLast = false
        while !isLast {
            let taken = try await database.call(
                TakeDeliveries(
                    endpointID: endpoint.endpointID, leaseID: leaseID,
                    leaseSeconds: EndpointDeliverer.leaseSeconds, maximum: Int32(maximumTaken)),
                in: endpoint.tenantID)
            let end = endOfTurn ?? ContinuousClock.now + Self.maximumTurn
            endOfTurn = end
            let attempts = await deliver(taken, to: target, until: end)
            isLast =
                lane == .new || attempts.count < maximumTaken || mayNotBegin(after: end)
                || attempts.contains { $0.retryAfterSeconds != nil }
            let settled = try await database.call(
                SettleDeliveries(
                    endpointID: endpoint.endpointID, leaseID: leaseID, attempts: attempts,
                    isLast: isLast),
                in: endpoint.tenantID)
            count(attempts)
            // Without a row, another worker or an operator has the endpoint now.
            guard let row = settled.first else { return }
            if let reason = row.offReason {
                let slug = await database.slug(of: endpoint.tenantID)
                return logger.warning(
                    "An endpoint was switched off",
                    metadata: [
                        "endpoint": "\(endpoint.endpointID)", "reason": "\(reason)",
                        "tenant": "\(slug)",
                    ])
            }
        }
    }

    /// What a turn waits for while deliveries are under way.
    private enum Event {
        /// The delivery of this index; no outcome means that this process did not send it.
        case ended(Int, DeliveryOutcome?)
        case timeIsUp
        case stopped
    }

    private func mayNotBegin(after end: ContinuousClock.Instant) -> Bool {
        ContinuousClock.now >= end || Task.isShuttingDownGracefully || Task.isCancelled
    }

    /// Sends the deliveries in their order, and returns the attempts.
    ///
    /// None begins before all but the last seven before it have ended, and none once the endpoint
    /// has asked for a pause.
    private func deliver(
        _ taken: [TakeDeliveries.Row], to target: EndpointTarget, until end: ContinuousClock.Instant
    ) async -> [SettleDeliveries.Attempt] {
        let outcomes = await withTaskGroup(of: Event.self) { group in
            group.addTask { await stop() }
            group.addTask { await timeUp(at: end) }
            defer { group.cancelAll() }
            var outcomes: [Int: DeliveryOutcome] = [:]
            var (begun, ended, underWay) = (0, 0, 0)
            var isOver = mayNotBegin(after: end)
            while true {
                while outcomes[ended] != nil { ended += 1 }
                while !isOver, begun < min(taken.count, ended + lane.maximumDeliveriesOfTurn) {
                    let index = begun
                    begun += 1
                    underWay += 1
                    group.addTask { .ended(index, await send(taken[index], to: target)) }
                }
                if isOver { giveWay(underWay) }
                guard underWay > 0, let event = await group.next() else { return outcomes }
                switch event {
                case .stopped: group.cancelAll()
                case .timeIsUp: isOver = true
                case .ended(let index, let outcome):
                    underWay -= 1
                    outcomes[index] = outcome
                    isOver =
                        isOver || outcome == nil || outcome?.retryAfterSeconds != nil
                        || mayNotBegin(after: end)
                }
            }
        }
        return Self.attempts(taken, outcomes)
    }

    /// The attempts that count, given the outcomes by index: what is handed over has no gap.
    static func attempts(
        _ taken: [TakeDeliveries.Row], _ outcomes: [Int: DeliveryOutcome]
    ) -> [SettleDeliveries.Attempt] {
        let missing = taken.indices.first { taken[$0].isNew && outcomes[$0] == nil }
        return taken.indices.compactMap { index in
            guard let outcome = outcomes[index], !taken[index].isNew || index < missing ?? .max
            else { return nil }
            return SettleDeliveries.Attempt(taken[index].number, outcome)
        }
    }

    /// Returns when the server stops and deliveries under way have had their time.
    private func stop() async -> Event {
        try? await gracefulShutdown()
        try? await Task.sleep(for: Self.stopping)
        return .stopped
    }

    private func timeUp(at end: ContinuousClock.Instant) async -> Event {
        try? await Task.sleep(until: end)
        return .timeIsUp
    }

    private func send(
        _ delivery: TakeDeliveries.Row, to target: EndpointTarget
    ) async -> DeliveryOutcome? {
        guard
            let message = try? DeliveryMessage(id: delivery.webhookID, change: delivery.change)
        else { return nil }
        return await sender.send(message, to: target)
    }

    private func count(_ attempts: [SettleDeliveries.Attempt]) {
        for attempt in attempts {
            let outcome = attempt.error.isEmpty ? "delivered" : "failed"
            Counter(
                label: "hearth_deliveries_total", dimensions: [("outcome", outcome)]
            ).increment()
            Timer(label: "hearth_delivery_duration_seconds").recordMilliseconds(
                attempt.durationMilliseconds)
        }
    }
}

extension SettleDeliveries.Attempt {
    fileprivate init(_ number: Int64, _ outcome: DeliveryOutcome) {
        self.init(
            number: number, error: outcome.error ?? "", httpStatus: outcome.httpStatus,
            durationMilliseconds: outcome.durationMilliseconds,
            retryAfterSeconds: outcome.retryAfterSeconds)
    }
}
