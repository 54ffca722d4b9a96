extension Int32: PostgresCodable {
    package static var postgresType: PostgresType { .int4 }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        buffer.append(bigEndian: self)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self = try bytes.bigEndianInteger()
    }
}

extension Int64: PostgresCodable {
    package static var postgresType: PostgresType { .int8 }

    package func encode(into buffer: inout [UInt8]) throws(PostgresError) {
        buffer.append(bigEndian: self)
    }

    package init(decoding bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        self = try bytes.bigEndianInteger()
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    /// Reads the whole buffer as one big-endian integer of exactly the type's width.
    func bigEndianInteger<Value: FixedWidthInteger>() throws(PostgresError) -> Value {
        guard count == MemoryLayout<Value>.size else {
            throw .decoding("An integer has another width.")
        }
        return Value(bigEndian: loadUnaligned(as: Value.self))
    }
}
