extension Bool: PostgresCodable {
    package static var postgresType: PostgresType { .bool }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        buffer.append(self ? 1 : 0)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        guard bytes.count == 1 else { throw .decoding("A boolean is not one byte.") }
        self = bytes[0] != 0
    }
}
