/// The arguments of one call, encoded one after the other into one buffer.
package struct Arguments: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var spans: [Span] = []

    /// Where one argument lies in the buffer; nil is SQL's null.
    struct Span: Sendable {
        let type: PostgresType
        let range: Range<Int>?
    }

    /// Appends the next argument; nil is SQL's null.
    package mutating func append<Value: PostgresCodable>(_ value: Value?) throws(PostgresError) {
        guard let value else {
            spans.append(Span(type: Value.postgresType, range: nil))
            return
        }
        let start = bytes.count
        try value.encode(into: &bytes)
        guard bytes.count <= Self.maximumBytes else { throw .argumentsTooLarge }
        spans.append(Span(type: Value.postgresType, range: start..<bytes.count))
    }

    /// Half of libpq's limit, and far beyond any caller's arguments.
    private static let maximumBytes = 1 << 30
}
