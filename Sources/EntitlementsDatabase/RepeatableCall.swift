package import Postgres

/// A call that creates something and that a caller may repeat under the same Idempotency-Key.
///
/// The database keeps its first answer, in the same transaction.
package protocol RepeatableCall: TenantCall where Row == RepeatableAnswer {}

package struct RepeatableAnswer: Sendable {
    /// Whether this is the answer of an earlier request with the same key.
    package let isReplayed: Bool
    /// JSON text, byte for byte the first request's answer.
    package let json: [UInt8]
}

extension RepeatableCall {
    package static var columns: [Field] {
        [Field("is_replayed", .bool), Field("answer", .json)]
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> RepeatableAnswer {
        RepeatableAnswer(isReplayed: try row.next(), json: try row.next(JSONText.self).bytes)
    }
}
