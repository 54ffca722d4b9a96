import Entitlements
package import Postgres

/// The domain's `Timestamp` as `timestamptz`: both count microseconds.
extension Timestamp: PostgresCodable, PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .timestamptzArray }

    package static var postgresType: PostgresType { PostgresTimestamp.postgresType }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        try PostgresTimestamp(microsecondsSinceEpoch: microsecondsSinceEpoch).encode(into: &buffer)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        let stored = try PostgresTimestamp(decoding: bytes)
        guard let moment = Timestamp(microsecondsSinceEpoch: stored.microsecondsSinceEpoch) else {
            throw .decoding("A moment is beyond the years 0001 to 9999.")
        }
        self = moment
    }
}
