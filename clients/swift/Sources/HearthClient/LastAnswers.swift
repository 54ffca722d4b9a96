import Foundation

/// The last known answers of lookups, which stand in while Hearth cannot be reached.
actor LastAnswers {
    private var answers: [Key: (data: Data, at: ContinuousClock.Instant)] = [:]

    private static let maximumAnswers = 10_000

    /// The token is a part of it: a phone's next user must not get the answers of the last one.
    private struct Key: Hashable {
        let token: String
        let path: String
        let body: Data?
    }

    func keep(_ data: Data, for request: Request, _ token: String) {
        answers[Key(token: token, path: request.path, body: request.body)] = (data, .now)
        guard answers.count > Self.maximumAnswers else { return }
        let oldest = answers.min { $0.value.at < $1.value.at }
        if let oldest { answers[oldest.key] = nil }
    }

    /// The last answer and its age, if that is not above the seconds.
    func last(for request: Request, _ token: String, within seconds: TimeInterval) -> (
        Data, Duration
    )? {
        let key = Key(token: token, path: request.path, body: request.body)
        guard let (data, moment) = answers[key] else { return nil }
        let age = ContinuousClock.now - moment
        return age <= .seconds(seconds) ? (data, age) : nil
    }
}

/// An answer, and whether Hearth gave it now.
@dynamicMemberLookup
public struct LookedUp<Answer: Sendable>: Sendable {
    /// What Hearth said.
    public let answer: Answer
    /// Nil if Hearth said it now.
    ///
    /// Otherwise Hearth cannot be reached, and this is its last answer, which is so old.
    public let fallbackAge: Duration?

    /// A member of the answer.
    public subscript<Value>(dynamicMember path: KeyPath<Answer, Value>) -> Value {
        answer[keyPath: path]
    }
}
