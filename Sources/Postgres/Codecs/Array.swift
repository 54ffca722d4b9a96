/// Encodes bytes as `bytea`, and lists as arrays.
extension Array: PostgresCodable where Element: PostgresArrayElement {
    package static var postgresType: PostgresType { Element.postgresArrayType }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        try Element.encode(self, into: &buffer)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self = try Element.decode(bytes)
    }
}

/// An element of a Swift array that Postgres can store.
package protocol PostgresArrayElement: Sendable {
    static var postgresArrayType: PostgresType { get }
    static func encode(_ elements: [Self], into buffer: inout [UInt8]) throws(PostgresError)
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> [Self]
}

extension UInt8: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .bytea }

    package static func encode(
        _ elements: [UInt8], into buffer: inout [UInt8]
    ) throws(PostgresError) {
        buffer.append(contentsOf: elements)
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> [UInt8] {
        [UInt8](bytes)
    }
}
