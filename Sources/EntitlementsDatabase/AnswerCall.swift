package import Entitlements
package import Postgres

/// A lookup whose answer the database writes as the JSON of the contract; Swift passes it through.
package protocol AnswerCall: TenantCall where Row == Answer {}

/// The answer of a lookup.
package struct Answer: Sendable {
    /// The moment that the answer is about: the database's clock, unless the caller named one.
    package let asOf: Timestamp
    /// JSON text.
    package let json: [UInt8]
}

extension AnswerCall {
    package static var columns: [Field] {
        [Field("answered_as_of", .timestamptz), Field("answer", .json)]
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Answer {
        Answer(asOf: try row.next(), json: try row.next(JSONText.self).bytes)
    }
}
