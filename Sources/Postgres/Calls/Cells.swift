import CLibPQ

/// The cells of one row, read from left to right.
///
/// Valid only during `decode`, and not copyable: the memory is the result's.
package struct Cells: ~Copyable {
    private let result: OpaquePointer
    private let row: Int32
    private var column: Int32 = 0

    /// The caller must keep the result alive for as long as the cells.
    init(of result: OpaquePointer, row: Int32) {
        self.result = result
        self.row = row
    }

    /// The next cell, which must not be null.
    package mutating func next<Value: PostgresCodable>(
        _: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let value = try nextIfPresent(Value.self) else {
            throw .decoding("A column that is never null was null.")
        }
        return value
    }

    /// The next cell, nil for SQL's null.
    package mutating func nextIfPresent<Value: PostgresCodable>(
        _: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        defer { column += 1 }
        guard column < PQnfields(result) else {
            throw .decoding("The row has fewer columns than the call decodes.")
        }
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        let count = Int(PQgetlength(result, row, column))
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
        return try Value(decoding: bytes)
    }
}
