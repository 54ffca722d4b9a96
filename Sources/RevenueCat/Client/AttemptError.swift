import Curl
import Entitlements

/// Why one attempt failed, and how to go on.
struct AttemptError: Error {
    let error: RevenueCatError
    /// The outcome for the circuit breaker.
    let outcome: CircuitBreaker.Outcome
    /// Whether a retry may succeed soon.
    let isPassing: Bool

    static func unreadable(_ reason: String) -> AttemptError {
        AttemptError(error: .unreadable(reason: reason), outcome: .answered, isPassing: false)
    }
}

extension AttemptError {
    /// For a request without an answer.
    init(_ error: CurlError) {
        switch error {
        case .cancelled, .shutdown, .tooManyWaiting:
            self.init(
                error: .unavailable(retryAfterSeconds: nil), outcome: .abandoned, isPassing: false)
        case .invalidURL, .invalidRequest:
            self.init(
                error: .unreadable(reason: "request_cannot_be_sent"), outcome: .abandoned,
                isPassing: false)
        case .bodyTooLarge, .headersTooLarge:
            self = .unreadable("answer_too_large")
        case .couldNotResolve, .couldNotConnect, .timedOut, .tlsFailed, .addressRefused, .failed:
            self.init(
                error: .unavailable(retryAfterSeconds: nil), outcome: .failed, isPassing: true)
        }
    }

    /// For an answer with a status other than success.
    ///
    /// `code` is the number of v1's error.
    init(
        status: Int, code: JSONValue?, retryAfterSeconds: Int?, _ settings: RevenueCatSettings
    ) {
        switch status {
        case 400..<500 where status == 423 || Self.isOfRequestInProgress(code):
            self.init(
                error: .busy(retryAfterSeconds: retryAfterSeconds), outcome: .answered,
                isPassing: true)
        case 401, 403:
            self.init(error: .unauthorized, outcome: .answered, isPassing: false)
        case 429:
            let seconds = retryAfterSeconds ?? settings.defaultRetryAfterSeconds
            self.init(
                error: .rateLimited(retryAfterSeconds: seconds),
                outcome: .limited(seconds: seconds), isPassing: false)
        case 408:
            self.init(
                error: .unavailable(retryAfterSeconds: retryAfterSeconds), outcome: .answered,
                isPassing: true)
        case 500...599:
            self.init(
                error: .unavailable(retryAfterSeconds: retryAfterSeconds),
                outcome: retryAfterSeconds.map { .limited(seconds: $0) } ?? .failed,
                isPassing: true)
        default:
            self = .unreadable("status_unexpected")
        }
    }

    /// Whether v1 refuses a request because another about the customer is under way.
    ///
    /// RevenueCat takes one at a time; v2 refuses another with 423. A phone and we asked at once.
    private static func isOfRequestInProgress(_ code: JSONValue?) -> Bool {
        code == .integer(7_638) || code == .string("7638")
    }

    /// For a successful answer whose body is not a JSON object.
    ///
    /// A text that does not begin with `{` is from a proxy; any other is truncated.
    init(notJSON body: [UInt8]) {
        let blanks = Set(" \t\r\n".utf8)
        if !body.isText {
            self = .unreadable("not_utf8")
        } else if body.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{") {
            self.init(
                error: .unreadable(reason: RevenueCatError.malformedJSON), outcome: .answered,
                isPassing: true)
        } else {
            self.init(
                error: .unavailable(retryAfterSeconds: nil), outcome: .failed, isPassing: true)
        }
    }
}

extension [UInt8] {
    /// Whether it is UTF-8 without a zero byte, which UTF-16 and UTF-32 have.
    ///
    /// It may end within a character: a truncated text is text.
    fileprivate var isText: Bool {
        guard !contains(0) else { return false }
        if String(validating: self, as: UTF8.self) != nil { return true }
        let following = reversed().prefix { (0x80...0xbf).contains($0) }.count
        return dropLast(following).last.map { $0 >= 0xc2 } == true
            && String(validating: dropLast(following + 1), as: UTF8.self) != nil
    }
}
