import Curl
import Entitlements

/// What became of one attempt to deliver a message.
package struct DeliveryOutcome: Sendable, Equatable {
    /// Why it failed, in a word; nil means that it was delivered.
    package let error: String?
    /// Nil means that there was no answer.
    package let httpStatus: Int32?
    package let durationMilliseconds: Int32
    /// The pause that the endpoint asks for; only of an answer of 429 or 503.
    package let retryAfterSeconds: Int32?

    package init(
        error: String?, httpStatus: Int32?, durationMilliseconds: Int32,
        retryAfterSeconds: Int32? = nil
    ) {
        self.error = error
        self.httpStatus = httpStatus
        self.durationMilliseconds = durationMilliseconds
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Nil if this process did not send the message.
    init?(
        _ answer: Result<CurlResponse, CurlError>, durationMilliseconds: Int32, at now: Timestamp
    ) {
        switch answer {
        case .success(let response):
            let isDelivered = 200..<300 ~= response.status
            self.init(
                error: isDelivered ? nil : "status_\(response.status)",
                httpStatus: Int32(clamping: response.status),
                durationMilliseconds: durationMilliseconds,
                retryAfterSeconds: response.retryAfterSeconds(at: now))
        case .failure(let error):
            guard let word = error.word else { return nil }
            self.init(
                error: word, httpStatus: nil, durationMilliseconds: durationMilliseconds)
        }
    }
}

extension CurlResponse {
    /// Nil unless the header asks for a pause.
    fileprivate func retryAfterSeconds(at now: Timestamp) -> Int32? {
        guard status == 429 || status == 503, let header = self["retry-after"],
            let seconds = now.seconds(untilRetryAfter: header), seconds > 0
        else { return nil }
        return Int32(clamping: seconds)
    }
}

extension CurlError {
    /// Nil if the error is of this process.
    fileprivate var word: String? {
        switch self {
        case .couldNotResolve: "could_not_resolve"
        case .couldNotConnect: "could_not_connect"
        case .timedOut: "timed_out"
        case .bodyTooLarge, .headersTooLarge: "answer_too_large"
        case .tlsFailed: "tls_failed"
        case .addressRefused: "address_refused"
        case .invalidURL, .invalidRequest: "url_refused"
        case .failed(let code): "failed_\(code)"
        case .tooManyWaiting, .cancelled, .shutdown: nil
        }
    }
}
