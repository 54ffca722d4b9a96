package import FoundationEssentials

extension String: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .textArray }
}

extension UUID: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .uuidArray }
}

/// Postgres' binary form of a one-dimensional array without nulls: dimensions, a null flag, the
/// element's type, the length, the lower bound, then each element behind its length.
extension PostgresArrayElement where Self: PostgresCodable {
    package static func encode(
        _ elements: [Self], into buffer: inout [UInt8]
    ) throws(PostgresError) {
        buffer.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
        buffer.append(bigEndian: Int32(0))
        buffer.append(bigEndian: Int32(bitPattern: postgresType.rawValue))
        guard !elements.isEmpty else { return }
        buffer.append(bigEndian: Int32(clamping: elements.count))
        buffer.append(bigEndian: Int32(1))
        for element in elements {
            let start = buffer.count
            buffer.append(bigEndian: Int32(0))
            try element.encode(into: &buffer)
            let length = Int32(clamping: buffer.count - start - 4)
            withUnsafeBytes(of: length.bigEndian) { bytes in
                buffer.replaceSubrange(start..<start + 4, with: bytes)
            }
        }
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> [Self] {
        var rest = bytes[...]
        let dimensions = try rest.takeInt32()
        let hasNulls = try rest.takeInt32()
        let element = try rest.takeInt32()
        guard UInt32(bitPattern: element) == postgresType.rawValue else {
            throw .decoding("An array holds elements of another type.")
        }
        guard dimensions > 0 else { return [] }
        guard dimensions == 1, hasNulls == 0 else {
            throw .decoding("An array has several dimensions or nulls.")
        }
        let count = try rest.takeInt32()
        _ = try rest.takeInt32()
        var elements: [Self] = []
        for _ in 0..<max(0, count) {
            let length = Int(try rest.takeInt32())
            elements.append(try Self(decoding: try rest.take(length)))
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
