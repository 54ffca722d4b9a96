/// Why RevenueCat could not be read.
///
/// It has no content of the request or the answer, so it can be logged.
package enum RevenueCatError: Error, Equatable {
    /// Too many requests: the tenant must wait that many seconds.
    case rateLimited(retryAfterSeconds: Int)
    /// RevenueCat works on another request about this customer; others are not concerned.
    case busy(retryAfterSeconds: Int?)
    /// There was no answer, or not from RevenueCat, or the circuit breaker is open.
    case unavailable(retryAfterSeconds: Int?)
    /// The key is wrong, or lacks the permission.
    case unauthorized
    /// The answer differs from RevenueCat's documentation; a constant word says where.
    case unreadable(reason: String)
}

extension RevenueCatError {
    /// Whether the same call may succeed later.
    package var isRetryable: Bool {
        switch self {
        case .rateLimited, .busy, .unavailable: true
        case .unauthorized: false
        case .unreadable(let reason): reason == Self.malformedJSON
        }
    }

    /// The least number of seconds to wait; nil if unknown.
    package var retryAfter: Int? {
        switch self {
        case .rateLimited(let seconds): seconds
        case .busy(let seconds), .unavailable(let seconds): seconds
        case .unauthorized, .unreadable: nil
        }
    }

    /// The reason of an answer that is truncated or not JSON.
    static let malformedJSON = "malformed_json"
}

extension RevenueCatError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .rateLimited(let seconds): "RevenueCat accepts no requests for \(seconds) s."
        case .busy: "RevenueCat is busy with this customer."
        case .unavailable(let seconds?): "RevenueCat cannot be read for \(seconds) s."
        case .unavailable(nil): "RevenueCat cannot be read."
        case .unauthorized: "RevenueCat refuses the key."
        case .unreadable(let reason): "RevenueCat's answer cannot be read: \(reason)."
        }
    }
}
