extension String: PostgresCodable {
    package static var postgresType: PostgresType { .text }

    /// Refuses U+0000: the server has no such text, and anything on the way that counts in C
    /// strings would take `alice\0mallory` for `alice`.
    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        guard !utf8.contains(0) else { throw .nulCharacter }
        buffer.append(contentsOf: utf8)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self = String(decoding: bytes, as: UTF8.self)
    }
}
