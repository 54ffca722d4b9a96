import CLibPQ

/// A connection for changing the schema: runs whole scripts, one after the other.
///
/// Do not use it for the service's calls: it prepares and shares nothing. Scripts run on a thread
/// of their own, so a long migration delays no other work.
package actor AdministrationConnection {
    private let handle: ConnectionHandle
    private let executor = ThreadExecutor()

    nonisolated package var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private init(handle: consuming ConnectionHandle) {
        handle.awaitsEnd = true
        self.handle = handle
    }

    /// Connects, lends the connection to `body`, and closes it; the session has ended then.
    package static func withConnection<Result: Sendable>(
        to connectionString: String, connectTimeoutSeconds: Int = 5, acceptsStandby: Bool = false,
        _ body: (AdministrationConnection) async throws -> Result
    ) async throws -> Result {
        let connection = AdministrationConnection(
            handle: try ConnectionHandle.connect(
                to: ConnectionTarget(
                    connectionString: connectionString,
                    parameters: [
                        ("application_name", "hearth administration"), ("client_encoding", "UTF8"),
                        ("connect_timeout", String(connectTimeoutSeconds)),
                    ], settings: ConnectionTarget.sessionSettings,
                    acceptsStandby: acceptsStandby)))
        return try await body(connection)
    }

    /// Connects with the settings of a client's own connections, to examine them.
    package static func withConnection<Result: Sendable>(
        like configuration: PostgresClient.Configuration,
        _ body: (AdministrationConnection) async throws -> Result
    ) async throws -> Result {
        let connection = AdministrationConnection(
            handle: try ConnectionHandle.connect(
                to: configuration.target(isReadOnly: false)))
        return try await body(connection)
    }

    /// The process that the server named at the start; a pooler names one of its own.
    package var processID: Int32 { handle.processID }

    /// How the connection reaches its server.
    package var way: ConnectionWay { ConnectionWay(of: handle) }

    /// Runs a script with each `:'name'` replaced by the value as a literal and each `:"name"` by
    /// the value as an identifier, as psql does.
    @discardableResult
    package func execute(
        _ script: String, _ values: [String: String]
    ) throws(PostgresError) -> [[String?]] {
        try execute(
            script.replacing(#/:(['"])([a-z_]+)\1/#) { match in
                guard let value = values[String(match.2)] else { return String(match.0) }
                return match.1 == "'"
                    ? quoted(value, by: PQescapeLiteral) : quoted(value, by: PQescapeIdentifier)
            })
    }

    /// The value as the server's settings want it; empty if it is not in the connection's encoding.
    private func quoted(
        _ value: String,
        by escape: (OpaquePointer?, UnsafePointer<CChar>?, Int) -> UnsafeMutablePointer<CChar>?
    ) -> String {
        guard let text = escape(handle.pointer, value, value.utf8.count) else { return "" }
        defer { PQfreemem(text) }
        return String(cString: text)
    }

    /// Runs a script of one or more statements and returns the last one's rows, as text.
    ///
    /// Unless the script contains transactions, it is one transaction.
    @discardableResult
    package func execute(_ script: String) throws(PostgresError) -> [[String?]] {
        guard !script.utf8.contains(0) else { throw .nulCharacter }
        guard let pointer = PQexec(handle.pointer, script) else {
            throw .connectionLost(outcomeUnknown: true)
        }
        let result = ResultHandle(adopting: pointer)
        if let error = result.error {
            throw .script(message: handle.errorMessage, cause: error.description)
        }
        return (0..<result.rowCount).map { row in
            (0..<PQnfields(result.pointer)).map { column in
                guard PQgetisnull(result.pointer, row, column) == 0 else { return nil }
                return String(cString: PQgetvalue(result.pointer, row, column))
            }
        }
    }
}
