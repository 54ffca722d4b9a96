extension String: PostgresCodable {
    package static var postgresType: PostgresType { .text }

    /// Refuses U+0000: Postgres cannot store it, and C strings would read `alice\0mallory` as
    /// `alice`.
    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        guard !utf8.contains(0) else { throw .nulCharacter }
        buffer.append(contentsOf: utf8)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self = String(decoding: bytes, as: UTF8.self)
    }
}
