import Foundation

/// A call that did not succeed.
///
/// Decide by `kind`, by `code` and by `status`.
public struct HearthError: Error, Sendable, Equatable {
    /// What kind of failure it is.
    public enum Kind: Sendable, Equatable {
        /// Hearth refused the request: `code` is one of its error codes.
        case refused
        /// There was no answer, or a part of one: `no_connection`.
        case network
        /// There was no answer within the time limit: `timed_out`.
        case timedOut
        /// The answer is not Hearth's, such as a proxy's page: `redirected` (never followed,
        /// because the key would go along), `unexpected_answer` or `answer_too_large`.
        case answer
        /// A mistake in the call itself, found before anything is sent: `wrong_option`.
        case option
        /// A webhook or a statement that does not count, for the reason that `code` says.
        case verification
    }

    /// A field that is wrong.
    public struct Field: Codable, Sendable, Equatable {
        /// A JSON Pointer to it.
        public let pointer: String
        /// Why it is wrong.
        public let detail: String
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// Stable, for programs.
    ///
    /// A later release adds codes, so take an unknown one by `status`.
    public let code: String
    /// What happened this time, for the log.
    public let detail: String
    /// What the code means.
    public var title = ""
    /// What to do about it.
    public var fix: String?
    /// The HTTP status, or nil if there was no answer.
    public var status: Int?
    /// For `validation_failed`, each wrong field.
    public var errors: [Field] = []
    /// Under this id, Hearth's log has the request.
    public var requestID: String?
    /// When the same request may succeed, if waiting helps.
    public var retryAfterSeconds: TimeInterval?
    /// What `Retry-After` asks for: only then a refusal is repeated by the client itself.
    var askedSeconds: TimeInterval?

    init(_ kind: Kind, _ code: String, _ detail: String) {
        (self.kind, self.code, self.detail) = (kind, code, detail)
    }

    /// Whether Hearth said nothing about the request, so that the last answer may stand in.
    public var isOutage: Bool {
        switch kind {
        case .network, .timedOut, .answer: true
        case .refused: (status ?? 0) >= 500
        case .option, .verification: false
        }
    }

    /// The pause before a repeat, or nil if the same request cannot succeed later.
    func pauseSeconds(failures: Int) -> TimeInterval? {
        if let askedSeconds { return askedSeconds }
        let mayPass = kind == .network || kind == .timedOut || status == 408 || (status ?? 0) >= 500
        return mayPass ? backoffSeconds(failures: failures) : nil
    }
}

extension HearthError: CustomStringConvertible, LocalizedError {
    /// The code with all that is known about it.
    public var description: String {
        let head = status.map { "\($0) \(code)" } ?? code
        let fields = errors.map { "\($0.pointer): \($0.detail)" }
        let request = requestID.map { "(request \($0))" }
        let known = ["\(head): \(detail.isEmpty ? title : detail)"] + fields
        return (known + [fix, request].compactMap { $0 }).joined(separator: " ")
    }

    /// The same.
    public var errorDescription: String? { description }
}

extension HearthError {
    static func noConnection(_ detail: String) -> HearthError {
        var error = HearthError(.network, "no_connection", detail)
        error.title = "Hearth cannot be reached"
        error.fix = "Look at `address`, and try again."
        return error
    }

    static func timedOut(after seconds: TimeInterval) -> HearthError {
        let text = String(format: "No answer came within %.2f seconds.", seconds)
        var error = HearthError(.timedOut, "timed_out", text)
        error.title = "The time limit is over"
        error.fix = "Try again, or set `timeout`."
        return error
    }

    static func option(_ name: String, _ rule: String) -> HearthError {
        var error = HearthError(.option, "wrong_option", "`\(name)` cannot be used.")
        error.title = "The call has a mistake"
        error.fix = rule
        return error
    }

    static func redirected(_ status: Int) -> HearthError {
        let detail = "A proxy answered with a redirect, which is not followed."
        var error = HearthError(.answer, "redirected", detail)
        error.title = "The request was redirected"
        error.fix = "Set `address` to where it leads, if that is Hearth."
        error.status = status
        return error
    }
}

/// The pause before the first repeat.
private let firstPauseSeconds = 0.1

/// The longest pause, also if `Retry-After` asks for more while a stream is followed.
let maximumPauseSeconds: TimeInterval = 30

/// Twice as long after each failure, and a random part of it, so that clients spread.
func backoffSeconds(failures: Int) -> TimeInterval {
    min(firstPauseSeconds * pow(2, Double(failures - 1)), maximumPauseSeconds)
        * Double.random(in: 0.5...1)
}
