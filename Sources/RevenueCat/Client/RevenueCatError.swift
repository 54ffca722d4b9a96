/// Why RevenueCat could not be read.
///
/// It holds nothing of the request or the answer, so it can be logged.
package enum RevenueCatError: Error, Equatable {
    /// Too many requests: nobody may ask again before that many seconds are over.
    case rateLimited(retryAfterSeconds: Int)
    /// There was no answer, or it was not RevenueCat's, or we have stopped asking for a while.
    case unavailable(retryAfterSeconds: Int?)
    /// The key is wrong, or may not read this.
    case unauthorized
    /// The answer is not what RevenueCat documents; a constant word says where.
    case unreadable(reason: String)
}

extension RevenueCatError {
    /// Whether the same call may succeed later, with nothing changed here.
    package var isRetryable: Bool {
        switch self {
        case .rateLimited, .unavailable: true
        case .unauthorized: false
        case .unreadable(let reason): reason == Self.malformedJSON
        }
    }

    /// The seconds to wait at least, where somebody said so.
    package var retryAfter: Int? {
        switch self {
        case .rateLimited(let seconds): seconds
        case .unavailable(let seconds): seconds
        case .unauthorized, .unreadable: nil
        }
    }

    /// The reason of an answer that broke off, or never was JSON.
    static let malformedJSON = "malformed_json"
}

extension RevenueCatError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .rateLimited(let seconds): "RevenueCat wants no request for \(seconds) s."
        case .unavailable(let seconds?): "RevenueCat cannot be read for \(seconds) s."
        case .unavailable(nil): "RevenueCat cannot be read."
        case .unauthorized: "RevenueCat refuses the key."
        case .unreadable(let reason): "RevenueCat's answer cannot be read: \(reason)."
        }
    }
}
