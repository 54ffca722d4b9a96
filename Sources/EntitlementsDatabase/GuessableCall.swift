package import Entitlements
package import Postgres

/// A call with a secret that a caller could guess: a code, or the proof of a claim.
///
/// The refusal of a wrong guess is a row and no error: an error would roll back the count of wrong
/// guesses.
package protocol GuessableCall: TenantCall where Row == GuessableAnswer {}

package struct GuessableAnswer: Sendable {
    /// The answer; or the refusal of a wrong guess, which the call has counted.
    package let outcome: Result<Answer, Failure>
}

extension GuessableCall {
    package static var columns: [Field] {
        [
            Field("answered_as_of", .timestamptz), Field("answer", .json),
            Field("refusal", .text),
        ]
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> GuessableAnswer {
        let moment = try row.next(Timestamp.self)
        let json = try row.nextIfPresent(JSONText.self)?.bytes
        guard let refusal = try row.nextIfPresent(String.self) else {
            guard let json else { throw .decoding("A guess has no answer.") }
            return GuessableAnswer(outcome: .success(Answer(asOf: moment, json: json)))
        }
        guard let code = ErrorCode(rawValue: refusal), let detail = details[code] else {
            throw .decoding("A guess was refused with a code that is not in the list.")
        }
        return GuessableAnswer(outcome: .failure(Failure(code, detail, members: json)))
    }
}

private let details: [ErrorCode: String] = [
    .codeNotFound: "There is no code with this spelling that can be redeemed.",
    .tooManyCodeAttempts: "There were too many wrong codes. Try again in an hour.",
    .orphanNotFound: "There is no such orphan, or the proof is wrong.",
    .tooManyAttempts: "There were too many wrong claims. Try again in an hour.",
]
