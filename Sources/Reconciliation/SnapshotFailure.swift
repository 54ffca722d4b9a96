package import EntitlementsDatabase
package import RevenueCat

/// Why no snapshot of an app user could be taken now.
package enum SnapshotFailure: Sendable, Equatable {
    /// The tenant's budget allows no request before.
    case budget(retryAfterMilliseconds: Int)
    /// A former answer allows no request before.
    case paused(UpstreamPause, retryAfterMilliseconds: Int)
    case upstream(RevenueCatError)
    /// The tenant's key was removed, or sealed with another encryption key.
    case keyUnusable
    /// The database refused the snapshot.
    case snapshotRefused
    /// The snapshot lists none of the purchases from webhooks, and the key's project is not
    /// recognised yet: the snapshot was dropped.
    case projectNotRecognised
}

extension SnapshotFailure {
    /// A constant word, for metrics, logs and the row in the snapshot queue or the run.
    package var reason: String {
        switch self {
        case .budget: "budget"
        case .paused(let pause, _): pause.reason
        case .upstream(.rateLimited): "rate_limited"
        case .upstream(.busy): Self.busy
        case .upstream(.unavailable): "unavailable"
        case .upstream(.unauthorized): "unauthorized"
        case .upstream(.unreadable(let reason)): reason
        case .keyUnusable: "key_unusable"
        case .snapshotRefused: "snapshot_refused"
        case .projectNotRecognised: "project_not_recognised"
        }
    }

    /// Whether the next attempt for this app user may fail too.
    ///
    /// False if it only had to wait for the budget or a rate limit.
    package var isSetback: Bool {
        switch self {
        case .budget, .paused, .upstream(.rateLimited): false
        case .upstream, .keyUnusable, .snapshotRefused, .projectNotRecognised: true
        }
    }

    /// Nil if unknown.
    package var retryAfterMilliseconds: Int? {
        switch self {
        case .budget(let milliseconds), .paused(_, let milliseconds): milliseconds
        case .upstream(.busy(let seconds)):
            (seconds ?? Self.usualSecondsBusy) * 1_000
        case .upstream(let error): error.retryAfter.map { $0 * 1_000 }
        case .keyUnusable, .snapshotRefused, .projectNotRecognised: nil
        }
    }

    /// Whether the tenant's key cannot be used.
    package var isKeyUnusable: Bool {
        switch self {
        case .upstream(.unauthorized), .keyUnusable, .paused(.keyUnusable, _): true
        case .upstream, .budget, .paused, .snapshotRefused, .projectNotRecognised: false
        }
    }

    /// How long all requests of the tenant must stop, and why; nil if only this app user is
    /// concerned.
    var pause: (reason: UpstreamPause, seconds: Int)? {
        switch self {
        case .upstream(.unauthorized), .keyUnusable: (.keyUnusable, Self.pauseWithoutKeySeconds)
        case .upstream(.rateLimited(let seconds)): (.rateLimited, seconds)
        case .upstream(.busy): nil
        case .upstream(let error): error.retryAfter.map { (.unavailable, $0) }
        case .budget, .paused, .snapshotRefused, .projectNotRecognised: nil
        }
    }

    /// The queue and runs repeat such an app user soon: see `postpone_snapshot`.
    private static let busy = "busy"

    /// RevenueCat does not say how long the other request takes.
    private static let usualSecondsBusy = 2

    /// Only an operator can replace a key.
    private static let pauseWithoutKeySeconds = 60
}

extension UpstreamPause {
    /// The reason of the answer that began it.
    fileprivate var reason: String {
        switch self {
        case .rateLimited: "rate_limited"
        case .unavailable: "unavailable"
        case .keyUnusable: "unauthorized"
        }
    }
}
