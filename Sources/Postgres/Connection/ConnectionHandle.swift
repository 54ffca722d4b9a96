import CLibPQ
import Glibc

/// Owns a libpq connection, and ends it.
package struct ConnectionHandle: ~Copyable {
    let pointer: OpaquePointer

    private init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        PQfinish(pointer)
    }

    /// Connects; blocks the calling thread for at most the connection string's `connect_timeout`.
    ///
    /// No error has a part of a password.
    package static func connect(
        to connectionString: String, options: [(name: String, value: String)]
    ) throws(PostgresError) -> ConnectionHandle {
        _ = try ConnectionString(parsing: connectionString)
        // libpq expands the first `dbname` as a connection string; later parameters override it.
        let parameters = [("dbname", connectionString)] + options
        let pointer = withCStrings(parameters.map(\.0)) { names in
            withCStrings(parameters.map(\.1)) { values in
                PQconnectdbParams(names, values, 1)
            }
        }
        guard let pointer else { throw .cannotConnect(reason: "out of memory") }
        let handle = ConnectionHandle(adopting: pointer)
        guard PQstatus(handle.pointer) == CONNECTION_OK else {
            let reason = handle.errorMessage.split(separator: "\n").joined(separator: " ")
            throw .cannotConnect(reason: reason)
        }
        PQsetNoticeProcessor(handle.pointer, { _, _ in }, nil)
        return handle
    }

    /// Executes one statement and waits for it; false if it fails.
    package func execute(_ statement: String) -> Bool {
        let result = PQexec(pointer, statement)
        defer { PQclear(result) }
        return PQresultStatus(result) == PGRES_COMMAND_OK
    }

    /// Why the last operation failed; may quote data, so log it at debug level only.
    var errorMessage: String {
        String(cString: PQerrorMessage(pointer))
    }
}

/// Lends a null-terminated array of C strings.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = strings.map { UnsafePointer(strdup($0)) }
    defer { copies.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    return withUnsafeTemporaryAllocation(
        of: UnsafePointer<CChar>?.self, capacity: copies.count + 1
    ) { list in
        _ = list.initialize(from: copies + [nil])
        return body(UnsafePointer(list.baseAddress.unsafelyUnwrapped))
    }
}
