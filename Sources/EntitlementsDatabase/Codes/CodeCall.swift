package import Entitlements
package import Postgres

/// A call about a code that an app user presents.
///
/// The refusal of a wrong code is a row and no error: an error would roll back the count of wrong
/// codes.
package protocol CodeCall: TenantCall where Row == CodeAnswer {}

package struct CodeAnswer: Sendable {
    /// The answer; or the refusal of a wrong code, which the call has counted.
    package let outcome: Result<Answer, Failure>
}

extension CodeCall {
    package static var access: FunctionAccess { .write }

    package static var columns: [Column] {
        [
            Column("answered_as_of", .timestamptz), Column("answer", .json),
            Column("refusal", .text),
        ]
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> CodeAnswer {
        let moment = try row.next(Timestamp.self)
        let json = try row.nextIfPresent(JSONText.self)?.bytes
        let refusal = try row.nextIfPresent(String.self)
        switch refusal {
        case nil:
            guard let json else { throw .decoding("A code has no answer.") }
            return CodeAnswer(outcome: .success(Answer(asOf: moment, json: json)))
        case ErrorCode.codeNotFound.rawValue:
            return CodeAnswer(
                outcome: .failure(
                    Failure(
                        .codeNotFound, "No code that can be redeemed is spelled like this.")))
        case ErrorCode.tooManyCodeAttempts.rawValue:
            return CodeAnswer(
                outcome: .failure(
                    Failure(
                        .tooManyCodeAttempts,
                        "There were too many wrong codes; try again in the next hour.",
                        members: json)))
        default: throw .decoding("A code was refused with a code that is not in the list.")
        }
    }
}
