package import Entitlements
package import Postgres

/// A call that decides requests of one tenant and environment as a set.
///
/// Each is answered or refused; a refusal does not affect the others.
///
/// Requests are decided as of the moment when the call holds its locks, unless `asOf` is given.
package protocol RequestSetCall: TenantCall where Row == RequestSetRow {
    associatedtype Request: Sendable

    init(_ requests: [Request], environment: String, asOf: Timestamp?)

    /// The sentence that explains a refusal's code to a reader, unless the call returned one.
    static func detail(of refusal: ErrorCode) -> String
}

package struct RequestSetRow: Sendable {
    /// The request's place in the call, from 1.
    package let number: Int32
    package let outcome: Result<Answer, any Error>
}

extension RequestSetCall {
    package static var isCancellable: Bool { false }

    /// The most requests of one call.
    package static var maximumRequests: Int { 64 }

    package static var columns: [Field] {
        [
            Field("number", .int4), Field("answered_as_of", .timestamptz),
            Field("answer", .json), Field("refusal", .text), Field("detail", .text),
        ]
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> RequestSetRow {
        try RequestSetRow(
            number: try row.next(), answeredAsOf: try row.next(),
            answer: try row.nextIfPresent(JSONText.self)?.bytes, refusal: try row.nextIfPresent(),
            detail: try row.nextIfPresent(), detailOf: detail)
    }

    /// The outcome of each request of a call, in their order.
    package static func outcomes(of rows: [RequestSetRow]) -> [Result<Answer, any Error>] {
        rows.sorted { $0.number < $1.number }.map(\.outcome)
    }
}

extension RequestSetRow {
    /// An answer, or a refusal with the sentence that came or that the call has for its code.
    package init(
        number: Int32, answeredAsOf: Timestamp, answer: [UInt8]?, refusal: String?,
        detail: String?, detailOf sentence: (ErrorCode) -> String
    ) throws(PostgresError) {
        self.number = number
        guard let refusal else {
            guard let answer else { throw .decoding("A request has no answer.") }
            outcome = .success(Answer(asOf: answeredAsOf, json: answer))
            return
        }
        guard let code = ErrorCode(rawValue: refusal) else {
            throw .decoding("A request was refused with a code that is not in the list.")
        }
        outcome = .failure(Failure(code, detail ?? sentence(code), members: answer))
    }
}
