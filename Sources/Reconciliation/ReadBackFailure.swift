package import RevenueCat

/// Why somebody could not be read back now.
package enum Obstacle: Sendable, Equatable {
    /// The tenant may not ask RevenueCat before.
    case budget(retryAfterMilliseconds: Int)
    case upstream(RevenueCatError)
    /// The tenant's key was sealed with another encryption key.
    case keyUnusable
    /// RevenueCat's answer was understood, and the database refused it.
    case snapshotRefused
    /// The answer lists none of what webhooks told of the person, and nothing shows yet that the
    /// key is of the webhooks' project: nothing was taken from it.
    case projectNotRecognised
}

extension Obstacle {
    /// A constant word, for metrics, logs and the row of whoever waits.
    package var reason: String {
        switch self {
        case .budget: "budget"
        case .upstream(.rateLimited): "rate_limited"
        case .upstream(.unavailable): "unavailable"
        case .upstream(.unauthorized): "unauthorized"
        case .upstream(.unreadable(let reason)): reason
        case .keyUnusable: "key_unusable"
        case .snapshotRefused: "snapshot_refused"
        case .projectNotRecognised: "project_not_recognised"
        }
    }

    /// Whether the same person may fare no better the next time.
    ///
    /// False where it was only not their turn.
    package var isSetback: Bool {
        switch self {
        case .budget, .upstream(.rateLimited): false
        case .upstream, .keyUnusable, .snapshotRefused, .projectNotRecognised: true
        }
    }

    /// Nil where nobody knows when it will be better.
    package var retryAfterMilliseconds: Int? {
        switch self {
        case .budget(let milliseconds): milliseconds
        case .upstream(let error): error.retryAfter.map { $0 * 1_000 }
        case .keyUnusable, .snapshotRefused, .projectNotRecognised: nil
        }
    }

    /// For how long asking about anybody of the tenant is of no use; nil where it is about the one
    /// person.
    var pauseSeconds: Int? {
        switch self {
        case .upstream(.unauthorized), .keyUnusable: Self.pauseWithoutKeySeconds
        case .upstream(let error): error.retryAfter
        case .budget, .snapshotRefused, .projectNotRecognised: nil
        }
    }

    var isKeyRefused: Bool {
        switch self {
        case .upstream(.unauthorized), .keyUnusable: true
        case .upstream, .budget, .snapshotRefused, .projectNotRecognised: false
        }
    }

    /// A key is put right by an operator.
    private static let pauseWithoutKeySeconds = 60
}
