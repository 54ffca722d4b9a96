/// A `timestamptz`: whole microseconds, counted from 2000 on the wire.
package struct PostgresTimestamp: PostgresCodable, Equatable {
    package let microsecondsSinceEpoch: Int64

    package init(microsecondsSinceEpoch: Int64) {
        self.microsecondsSinceEpoch = microsecondsSinceEpoch
    }

    package static var postgresType: PostgresType { .timestamptz }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        let (sinceMillennium, overflow) =
            microsecondsSinceEpoch.subtractingReportingOverflow(Self.millennium)
        guard !overflow, sinceMillennium != .min else { throw .decoding("A moment is too early.") }
        buffer.append(bigEndian: sinceMillennium)
    }

    /// Refuses infinity: SQL maps a column that may hold it to null.
    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        let sinceMillennium: Int64 = try bytes.bigEndianInteger()
        let (sinceEpoch, overflow) = sinceMillennium.addingReportingOverflow(Self.millennium)
        guard !overflow, sinceMillennium != .min else {
            throw .decoding("A moment is infinite or too late.")
        }
        microsecondsSinceEpoch = sinceEpoch
    }

    /// 2000-01-01T00:00:00Z in microseconds since 1970.
    private static let millennium: Int64 = 946_684_800_000_000
}
