package import FoundationEssentials

extension String: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .textArray }
}

extension Int32: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .int4Array }
}

extension Int64: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .int8Array }
}

extension UUID: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .uuidArray }
}

extension JSONBText: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .jsonbArray }
}

extension Array: PostgresArrayElement where Element == UInt8 {
    package static var postgresArrayType: PostgresType { .byteaArray }
}

extension PostgresArrayElement where Self: PostgresCodable {
    package static func encode(
        _ elements: [Self], into buffer: inout [UInt8]
    ) throws(PostgresError) {
        try encode(list: elements, into: &buffer)
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> [Self] {
        var elements: [Self] = []
        for element in try decode(list: bytes) {
            guard let element else {
                throw .decoding("An array has several dimensions or nulls.")
            }
            elements.append(element)
        }
        return elements
    }
}

/// A list with nulls.
extension Optional: PostgresArrayElement where Wrapped: PostgresArrayElement & PostgresCodable {
    package static var postgresArrayType: PostgresType { Wrapped.postgresArrayType }

    package static func encode(
        _ elements: [Self], into buffer: inout [UInt8]
    ) throws(PostgresError) {
        try Wrapped.encode(list: elements, into: &buffer)
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> [Self] {
        try Wrapped.decode(list: bytes)
    }
}

/// Encodes one-dimensional arrays in Postgres' binary format.
///
/// The format: dimensions, a null flag, the element type, the length, the lower bound, then each
/// element after its length; a null's length is -1.
extension PostgresArrayElement where Self: PostgresCodable {
    fileprivate static func encode(
        list elements: [Self?], into buffer: inout [UInt8]
    ) throws(PostgresError) {
        buffer.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
        buffer.append(bigEndian: Int32(elements.contains { $0 == nil } ? 1 : 0))
        buffer.append(bigEndian: Int32(bitPattern: postgresType.rawValue))
        guard !elements.isEmpty else { return }
        buffer.append(bigEndian: Int32(clamping: elements.count))
        buffer.append(bigEndian: Int32(1))
        for element in elements {
            let start = buffer.count
            buffer.append(bigEndian: Int32(-1))
            guard let element else { continue }
            try element.encode(into: &buffer)
            let length = Int32(clamping: buffer.count - start - 4)
            withUnsafeBytes(of: length.bigEndian) { bytes in
                buffer.replaceSubrange(start..<start + 4, with: bytes)
            }
        }
    }

    fileprivate static func decode(
        list bytes: UnsafeRawBufferPointer
    ) throws(PostgresError) -> [Self?] {
        var rest = bytes[...]
        let dimensions = try rest.takeInt32()
        _ = try rest.takeInt32()
        let element = try rest.takeInt32()
        guard UInt32(bitPattern: element) == postgresType.rawValue else {
            throw .decoding("An array holds elements of another type.")
        }
        guard dimensions > 0 else { return [] }
        guard dimensions == 1 else {
            throw .decoding("An array has several dimensions or nulls.")
        }
        let count = try rest.takeInt32()
        _ = try rest.takeInt32()
        var elements: [Self?] = []
        for _ in 0..<max(0, count) {
            let length = Int(try rest.takeInt32())
            elements.append(length == -1 ? nil : try Self(decoding: try rest.take(length)))
        }
        return elements
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate mutating func takeInt32() throws(PostgresError) -> Int32 {
        try take(4).bigEndianInteger()
    }

    fileprivate mutating func take(_ length: Int) throws(PostgresError) -> UnsafeRawBufferPointer {
        guard length >= 0, length <= count else { throw .decoding("An array ends early.") }
        defer { self = dropFirst(length) }
        return UnsafeRawBufferPointer(rebasing: prefix(length))
    }
}
