package import Entitlements

/// Events awaiting delivery: when each is attempted and retried, and which are lost.
///
/// A value like the world: an event's faults follow from the seed and the event's id.
package struct DeliveryQueue: Sendable {
    /// The rates of delivery faults, each a probability from 0 to 1.
    package struct Policy: Sendable, Equatable {
        /// Never attempted, as if all attempts had failed.
        package var lossRate = 0.0
        /// Delivered once more later, whether or not it was accepted.
        package var duplicateRate = 0.0
        /// Delayed by up to two minutes, so that later events overtake it.
        package var reorderRate = 0.0
        /// Up to two hours late.
        package var delayRate = 0.0
        /// The range of the delay without faults.
        package var usualDelaySeconds: ClosedRange<Int64> = 0...0

        package init() {}
    }

    /// An attempt that is due; its outcome must be reported.
    package struct Attempt: Sendable {
        package let event: SimulatedEvent
        package let dueAt: Timestamp
        /// From 1.
        package let number: Int
        /// A duplicate: never retried.
        package let isExtra: Bool
    }

    package struct Counts: Sendable, Equatable {
        package var events = 0
        package var lost = 0
        package var duplicated = 0
        package var attempts = 0
        package var accepted = 0
        package var refused = 0
        package var unreachable = 0
        package var givenUp = 0
    }

    package static let retryDelaysSeconds: [Int64] = [5, 10, 20, 40, 80].map { $0 * 60 }
    package static let acceptedStatus = 200

    package var policy: Policy
    package private(set) var counts = Counts()
    private let seed: UInt64
    private var agenda = Agenda<Attempt>()

    package init(policy: Policy = Policy(), seed: UInt64) {
        self.policy = policy
        self.seed = seed
    }

    package var nextDue: Timestamp? { agenda.first?.time }
    package var waitingCount: Int { agenda.count }

    package mutating func add(_ events: [SimulatedEvent]) {
        for event in events { add(event) }
    }

    private mutating func add(_ event: SimulatedEvent) {
        counts.events += 1
        var dice = Dice(seed: seed, for: event.id)
        guard !dice.happens(policy.lossRate) else {
            counts.lost += 1
            return
        }
        var delay = dice.roll(policy.usualDelaySeconds)
        if dice.happens(policy.reorderRate) { delay += dice.roll(1...120) }
        if dice.happens(policy.delayRate) { delay += dice.roll(120...7_200) }
        let dueAt = event.occurredAt.advanced(bySeconds: delay)
        schedule(Attempt(event: event, dueAt: dueAt, number: 1, isExtra: false))
        if dice.happens(policy.duplicateRate) {
            counts.duplicated += 1
            let again = dueAt.advanced(bySeconds: dice.roll(0...3_600))
            schedule(Attempt(event: event, dueAt: again, number: 1, isExtra: true))
        }
    }

    /// Returns a first attempt outside the queue, without faults.
    mutating func attempt(_ event: SimulatedEvent) -> Attempt {
        counts.events += 1
        counts.attempts += 1
        return Attempt(event: event, dueAt: event.occurredAt, number: 1, isExtra: false)
    }

    /// Removes and returns the next attempt due by `time`.
    package mutating func popDue(by time: Timestamp) -> Attempt? {
        guard let first = agenda.first, first.time <= time else { return nil }
        agenda.removeFirst()
        counts.attempts += 1
        return first.thing
    }

    /// Records an attempt's status, nil if there was no answer, and schedules a retry if needed.
    package mutating func report(_ attempt: Attempt, status: Int?) {
        switch status {
        case Self.acceptedStatus:
            counts.accepted += 1
            return
        case nil: counts.unreachable += 1
        default: counts.refused += 1
        }
        guard !attempt.isExtra else { return }
        guard attempt.number <= Self.retryDelaysSeconds.count else {
            counts.givenUp += 1
            return
        }
        let delay = Self.retryDelaysSeconds[attempt.number - 1]
        schedule(
            Attempt(
                event: attempt.event, dueAt: attempt.dueAt.advanced(bySeconds: delay),
                number: attempt.number + 1, isExtra: false))
    }

    private mutating func schedule(_ attempt: Attempt) {
        agenda.add(attempt, at: attempt.dueAt)
    }
}
