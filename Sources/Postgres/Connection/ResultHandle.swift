import CLibPQ

/// Owns a libpq result, and frees it.
struct ResultHandle: ~Copyable {
    let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        PQclear(pointer)
    }

    var status: ExecStatusType { PQresultStatus(pointer) }
    var rowCount: Int32 { PQntuples(pointer) }

    /// The types of the columns, from left to right.
    var columnTypes: [UInt32] {
        (0..<PQnfields(pointer)).map { PQftype(pointer, $0) }
    }

    /// Whether the first cell of the only row is null.
    var isNull: Bool { rowCount != 1 || PQgetisnull(pointer, 0, 0) == 1 }

    /// The position that the only cell has; nil if it has none.
    var position: LogPosition? {
        guard !isNull else { return nil }
        var cells = Cells(of: pointer, row: 0)
        return (try? cells.next(String.self)).flatMap { LogPosition($0) }
    }

    /// The server's error; nil if the statement succeeded.
    var error: PostgresError? {
        guard status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE else { return nil }
        let sqlState = field("C") ?? "08000"
        guard sqlState.hasPrefix("PT"), let status = Int(sqlState.dropFirst(2)) else {
            return .server(sqlState: sqlState)
        }
        return .raised(
            status: status, code: field("M") ?? "", detail: field("D") ?? "", members: field("H"))
    }

    /// Whether the server refused a prepared statement because its function was rebuilt with
    /// another result type.
    ///
    /// The SQLSTATE alone does not tell: functions may raise it for other reasons.
    var isOfStalePlan: Bool {
        field("C") == "0A000" && field("R") == "RevalidateCachedQuery"
    }

    /// Returns a field of the server's error report, by its letter in the protocol.
    private func field(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(pointer, Int32(letter.value)).map { String(cString: $0) }
    }
}
