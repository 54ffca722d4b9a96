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
    package static var access: FunctionAccess { .write }
    package static var isCancellable: Bool { false }

    /// The most requests of one call.
    package static var maximumRequests: Int { 64 }

    package static var columns: [Column] {
        [
            Column("number", .int4), Column("answered_as_of", .timestamptz),
            Column("answer", .json), Column("refusal", .text), Column("detail", .text),
        ]
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> RequestSetRow {
        let number = try row.next(Int32.self)
        let moment = try row.next(Timestamp.self)
        let json = try row.nextIfPresent(JSONText.self)?.bytes
        let word = try row.nextIfPresent(String.self)
        let sentence = try row.nextIfPresent(String.self)
        guard let word else {
            guard let json else { throw .decoding("A request has no answer.") }
            return RequestSetRow(
                number: number, outcome: .success(Answer(asOf: moment, json: json)))
        }
        guard let code = ErrorCode(rawValue: word) else {
            throw .decoding("A request was refused with a code that is not in the list.")
        }
        return RequestSetRow(
            number: number,
            outcome: .failure(Failure(code, sentence ?? detail(of: code), members: json)))
    }

    /// The outcome of each request of a call, in their order.
    package static func outcomes(of rows: [RequestSetRow]) -> [Result<Answer, any Error>] {
        rows.sorted { $0.number < $1.number }.map(\.outcome)
    }
}
