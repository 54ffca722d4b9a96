package import Entitlements
import Synchronization
import Threads

/// A world that many callers may use at once, with its deliveries.
package final class Simulator: Sendable {
    /// Posts a delivery and returns the status; nil if there was no answer.
    package typealias Deliver = @Sendable (WebhookDelivery) async -> Int?

    let configuration: SimulatorConfiguration
    let state: Mutex<State>
    private let deliver: Deliver?
    /// Without it, the sender may take an event of an act, and the act returns before its answer.
    private let turns = Turns(atOnce: 1)

    struct State: Sendable {
        var world: World
        var queue: DeliveryQueue
        var faults: FaultList
        var limiters: [String: RateLimiter] = [:]
        var requestsPerMinute: Int?
        var statistics = Statistics()
        /// How far the world is ahead of the clock that it follows.
        var secondsAhead: Int64 = 0

        /// Moves the world's new events to the queue.
        fileprivate mutating func post() {
            queue.add(world.takeEvents())
        }
    }

    /// - Parameters:
    ///   - world: The world when the simulator starts.
    ///   - configuration: Keys, limits and the clock.
    ///   - policy: The rates of delivery faults.
    ///   - seed: The seed of delivery and request faults.
    ///   - deliver: Nil if there is no receiver of webhooks.
    package init(
        world: World, configuration: SimulatorConfiguration = SimulatorConfiguration(),
        policy: DeliveryQueue.Policy = DeliveryQueue.Policy(), seed: UInt64,
        deliver: Deliver? = nil
    ) {
        self.configuration = configuration
        self.deliver = deliver
        state = Mutex(
            State(
                world: world, queue: DeliveryQueue(policy: policy, seed: seed),
                faults: FaultList(seed: seed), requestsPerMinute: configuration.requestsPerMinute))
    }
}

extension Simulator {
    /// Lends the world, at its present time; its new events are queued afterwards.
    @discardableResult
    package func withWorld<Result: Sendable, FieldError: Error>(
        _ body: (inout World) throws(FieldError) -> Result
    ) throws(FieldError) -> Result {
        try state.withLock { state throws(FieldError) in
            catchUp(&state)
            defer { post(&state) }
            return try body(&state.world)
        }
    }

    package var statistics: Statistics { state.withLock(\.statistics) }
    package var deliveryCounts: DeliveryQueue.Counts { state.withLock(\.queue.counts) }
    package var present: Timestamp { state.withLock(\.world.present) }

    package func setFaults(_ faults: [Fault]) {
        state.withLock { $0.faults.faults = faults }
    }

    package func setRequestsPerMinute(_ limit: Int?) {
        state.withLock { $0.requestsPerMinute = limit }
    }

    package func setPolicy(_ policy: DeliveryQueue.Policy) {
        state.withLock { $0.queue.policy = policy }
    }

    func post(_ state: inout State) {
        // Without a receiver, events are dropped.
        if deliver == nil { _ = state.world.takeEvents() } else { state.post() }
    }

    /// Advances the world to the time of the clock that it follows.
    func catchUp(_ state: inout State) {
        guard let time = clockTime(state) else { return }
        state.world.advance(to: time)
        post(&state)
    }

    private func clockTime(_ state: State) -> Timestamp? {
        guard case .following(let clock) = configuration.clock else { return nil }
        return clock().advanced(bySeconds: state.secondsAhead)
    }
}

extension Simulator {
    /// Advances to `target`, and delivers what becomes due on the way, each event at its time.
    ///
    /// If `target` is past, only delivers what is due.
    ///
    /// - Parameter target: The time to advance to.
    /// - Returns: The number of attempts.
    @discardableResult
    package func advance(to target: Timestamp) async -> Int {
        state.withLock { state in
            guard let time = clockTime(state), target > time else { return }
            state.secondsAhead += target.secondsSinceEpoch - time.secondsSinceEpoch
        }
        return await deliverDue(by: target)
    }

    /// Delivers what is due at the present time.
    ///
    /// Returns once all of it has an answer, also what another caller began to deliver.
    package func deliverDue() async {
        await deliverDue(by: state.withLock { clockTime($0) ?? $0.world.present })
    }

    /// Delivers events taken from the world earlier: in order, ahead of the queue.
    package func deliver(_ events: [SimulatedEvent]) async {
        await turns.take {
            for event in events {
                await send(state.withLock { $0.queue.attempt(event) })
            }
        }
    }

    /// Queues events that were taken from the world earlier.
    package func post(_ events: [SimulatedEvent]) {
        state.withLock { $0.queue.add(events) }
    }

    @discardableResult
    private func deliverDue(by target: Timestamp) async -> Int {
        await turns.take {
            var count = 0
            while !Task.isCancelled {
                let attempts = nextAttempts(by: target)
                guard !attempts.isEmpty else { return count }
                count += attempts.count
                await withDiscardingTaskGroup { group in
                    for attempt in attempts { group.addTask { await self.send(attempt) } }
                }
            }
            return count
        }
    }

    /// Advances the world to the next due time, and returns the attempts due then.
    private func nextAttempts(by target: Timestamp) -> [DeliveryQueue.Attempt] {
        state.withLock { state in
            while let change = state.world.nextChange(), change <= target,
                change < state.queue.nextDue ?? target.advanced(bySeconds: 1)
            {
                state.world.advance(to: change)
                post(&state)
            }
            let due = min(state.queue.nextDue ?? target, target)
            state.world.advance(to: due)
            post(&state)
            var attempts: [DeliveryQueue.Attempt] = []
            while attempts.count < configuration.deliveriesAtOnce,
                let attempt = state.queue.popDue(by: min(state.world.present, target))
            {
                attempts.append(attempt)
            }
            return attempts
        }
    }

    private func send(_ attempt: DeliveryQueue.Attempt) async {
        let body = attempt.event.body
        let time = configuration.signingTime?() ?? attempt.dueAt
        let status = await deliver?(
            WebhookDelivery(
                eventID: attempt.event.id, eventType: attempt.event.type, attempt: attempt.number,
                headers: configuration.signing.headers(for: body, at: time), body: body))
        state.withLock { $0.queue.report(attempt, status: status) }
    }
}
