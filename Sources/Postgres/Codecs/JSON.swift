/// The text of a `json` value, passed through as it is.
package struct JSONText: PostgresCodable, Equatable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static var postgresType: PostgresType { .json }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        guard !bytes.contains(0) else { throw .nulCharacter }
        buffer.append(contentsOf: bytes)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self.bytes = [UInt8](bytes)
    }
}

/// The text of a `jsonb` value, which on the wire stands behind a version.
package struct JSONBText: PostgresCodable, Equatable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static var postgresType: PostgresType { .jsonb }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        guard !bytes.contains(0) else { throw .nulCharacter }
        buffer.append(Self.version)
        buffer.append(contentsOf: bytes)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        guard bytes.first == Self.version else { throw .decoding("jsonb has another version.") }
        self.bytes = [UInt8](bytes.dropFirst())
    }

    private static let version: UInt8 = 1
}
