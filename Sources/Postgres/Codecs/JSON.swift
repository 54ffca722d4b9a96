/// The text of a `json` value, without spaces between its parts.
///
/// Postgres writes `jsonb` as `{"a": 1}`, and a value built as `json` as `{"a" : 1}`; an answer
/// may hold both.
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
        self.bytes = Array(unsafeUninitializedCapacity: bytes.count) { spelled, count in
            var isInText = false
            var isEscaped = false
            for byte in bytes where isInText || !Self.spaces.contains(byte) {
                spelled[count] = byte
                count += 1
                if byte == UInt8(ascii: "\"") && !isEscaped { isInText.toggle() }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            }
        }
    }

    private static let spaces = UInt8(ascii: "\t")...UInt8(ascii: " ")
}

/// The text of a `jsonb` value; on the wire it follows a version byte.
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
