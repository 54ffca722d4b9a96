import CLibPQ
import Glibc

/// Owns a libpq connection, and ends it.
package struct ConnectionHandle: ~Copyable {
    let pointer: OpaquePointer
    /// Whether ending it waits for the server's end of the session: until then it counts against
    /// the login's limit of connections.
    var awaitsEnd = false

    private init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        let socket = awaitsEnd ? dup(PQsocket(pointer)) : -1
        PQfinish(pointer)
        if socket >= 0 {
            Self.awaitEnd(of: socket)
            close(socket)
        }
    }

    /// Reads to the end that the server makes, for at most a second.
    private static func awaitEnd(of socket: Int32) {
        let deadline = ContinuousClock.now + .seconds(1)
        var bytes = [UInt8](repeating: 0, count: 256)
        var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while deadline > .now {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard poll(&polled, 1, Int32(left) + 1) == 1, read(socket, &bytes, bytes.count) > 0
            else { return }
        }
    }

    /// Connects; blocks the calling thread for at most the connection string's `connect_timeout`,
    /// and a quarter of a second more for each further host.
    ///
    /// No error has a part of a password.
    package static func connect(
        to connectionString: String, parameters: [(name: String, value: String)]
    ) throws(PostgresError) -> ConnectionHandle {
        try connect(
            to: ConnectionTarget(connectionString: connectionString, parameters: parameters))
    }

    /// The same, applies the target's settings and requires its proof, for at most
    /// `connect_timeout` again each.
    static func connect(to target: ConnectionTarget) throws(PostgresError) -> ConnectionHandle {
        let given = try ConnectionString(parsing: target.connectionString)
        // libpq expands the first `dbname` as a connection string; later parameters override it.
        var parameters = [(name: "dbname", value: target.connectionString)] + target.parameters
        if given.leavesServerOpen, !target.acceptsStandby {
            parameters.append((name: "target_session_attrs", value: "read-write"))
        }
        let hosts = given.hosts
        let seconds = target.parameters.last { $0.name == "connect_timeout" }?.value
        let limitSeconds = (seconds ?? given["connect_timeout"]).flatMap { Int($0) }
        let handle: ConnectionHandle
        if hosts.count > 1 {
            var race = ConnectionRace(
                hosts: hosts.map { parameters + $0 }, limitSeconds: limitSeconds)
            handle = ConnectionHandle(adopting: try race.run())
        } else {
            handle = ConnectionHandle(adopting: try connectToOneHost(parameters))
        }
        PQsetNoticeProcessor(handle.pointer, { _, _ in }, nil)
        try handle.apply(target.settings, limitSeconds: limitSeconds)
        if let proof = target.proof { try handle.require(proof, limitSeconds: limitSeconds) }
        return handle
    }

    /// libpq tries each address of the host, for up to `connect_timeout`.
    private static func connectToOneHost(
        _ parameters: [(name: String, value: String)]
    ) throws(PostgresError) -> OpaquePointer {
        let pointer = withCStrings(parameters.map(\.name)) { names in
            withCStrings(parameters.map(\.value)) { values in
                PQconnectdbParams(names, values, 1)
            }
        }
        guard let pointer else { throw .cannotConnect(reason: "out of memory") }
        guard PQstatus(pointer) == CONNECTION_OK else {
            defer { PQfinish(pointer) }
            throw .cannotConnect(reason: reasonOfFailure(pointer))
        }
        return pointer
    }

    /// Executes one statement and waits for it; false if it fails.
    package func execute(_ statement: String) -> Bool {
        let result = PQexec(pointer, statement)
        defer { PQclear(result) }
        return PQresultStatus(result) == PGRES_COMMAND_OK
    }

    /// The process that the server named at the start; a pooler names one of its own.
    var processID: Int32 { PQbackendPID(pointer) }

    /// Why the last operation failed; may quote data, so log it at debug level only.
    var errorMessage: String {
        String(cString: PQerrorMessage(pointer))
    }
}

/// Why a connection could not be opened, in one line.
func reasonOfFailure(_ pointer: OpaquePointer) -> String {
    String(cString: PQerrorMessage(pointer)).split(separator: "\n").joined(separator: " ")
}

/// Lends a null-terminated array of C strings.
func withCStrings<Result>(
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
