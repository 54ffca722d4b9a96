import Synchronization

/// Stops requests to a server that does not answer or limits them.
///
/// After a pause it lets one probe at a time through.
package final class CircuitBreaker: Sendable {
    package struct Configuration: Sendable {
        /// Consecutive failures.
        package var failuresToOpen = 5
        package var firstPauseMilliseconds = 5_000
        /// The pause doubles with each failed probe, up to this.
        package var maximumPauseMilliseconds = 60_000

        package init() {}
    }

    package enum Permit: Sendable, Equatable {
        case ordinary
        /// The request that tests whether the server answers again.
        case probe
    }

    package enum Admission: Sendable, Equatable {
        /// The caller must record the outcome of the permit.
        case permitted(Permit)
        case refused(retryAfterSeconds: Int)
    }

    package enum Outcome: Sendable {
        /// The server answered, with any status.
        case answered
        case failed
        /// The server asked for no requests for so many seconds.
        case limited(seconds: Int)
        /// The request was given up on this side, and says nothing about the server.
        case abandoned
    }

    private enum State {
        case closed(failures: Int)
        case open(until: ContinuousClock.Instant, pause: Duration)
        case probing(pause: Duration)
    }

    private let configuration: Configuration
    private let state = Mutex(State.closed(failures: 0))

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    package func admit(at now: ContinuousClock.Instant) -> Admission {
        state.withLock { state in
            switch state {
            case .closed:
                return .permitted(.ordinary)
            case .open(let end, let pause) where end <= now:
                state = .probing(pause: pause)
                return .permitted(.probe)
            case .open(let end, _):
                return .refused(retryAfterSeconds: now.duration(to: end).wholeSeconds)
            case .probing:
                return .refused(retryAfterSeconds: 1)
            }
        }
    }

    package func record(
        _ outcome: Outcome, of permit: Permit, at now: ContinuousClock.Instant
    ) {
        state.withLock { state in
            switch (state, permit) {
            case (.closed(let failures), .ordinary):
                state = closed(after: outcome, failures: failures, at: now)
            case (.probing(let pause), .probe):
                state = probed(outcome, pause: pause, at: now)
            // Sent before the breaker opened: only a longer pause is news.
            case (.open(let end, _), _):
                if case .limited(let seconds) = outcome, now + .seconds(seconds) > end {
                    state = opened(forSeconds: seconds, at: now)
                }
            case (.probing, .ordinary):
                if case .limited(let seconds) = outcome {
                    state = opened(forSeconds: seconds, at: now)
                }
            case (.closed, .probe):
                break
            }
        }
    }

    private func closed(
        after outcome: Outcome, failures: Int, at now: ContinuousClock.Instant
    ) -> State {
        switch outcome {
        case .answered: return .closed(failures: 0)
        case .abandoned: return .closed(failures: failures)
        case .limited(let seconds): return opened(forSeconds: seconds, at: now)
        case .failed:
            guard failures + 1 >= configuration.failuresToOpen else {
                return .closed(failures: failures + 1)
            }
            let pause = Duration.milliseconds(configuration.firstPauseMilliseconds)
            return .open(until: now + pause, pause: pause)
        }
    }

    private func opened(forSeconds seconds: Int, at now: ContinuousClock.Instant) -> State {
        .open(
            until: now + .seconds(seconds),
            pause: .milliseconds(configuration.firstPauseMilliseconds))
    }

    private func probed(
        _ outcome: Outcome, pause: Duration, at now: ContinuousClock.Instant
    ) -> State {
        switch outcome {
        case .answered: return .closed(failures: 0)
        // The next request may probe.
        case .abandoned: return .open(until: now, pause: pause)
        case .limited(let seconds): return opened(forSeconds: seconds, at: now)
        case .failed:
            let longest = Duration.milliseconds(configuration.maximumPauseMilliseconds)
            let pause = min(pause * 2, longest)
            return .open(until: now + pause, pause: pause)
        }
    }
}

extension Duration {
    /// Rounded up, at least one.
    var wholeSeconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) + (attoseconds > 0 ? 1 : 0))
    }
}
