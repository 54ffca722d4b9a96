import Postgres
import TestSupport

/// Lends a running client with timeouts for a busy machine, and stops it.
///
/// Its name is the application name of its connections.
func withClient<Result: Sendable>(
    named name: String = "hearth tests", to connectionString: String? = nil,
    _ configure: (inout PostgresClient.Configuration) -> Void = { _ in },
    _ body: (PostgresClient) async throws -> Result
) async throws -> Result {
    let database = try ScratchDatabase.current
    var configuration = PostgresClient.Configuration(
        connectionString: connectionString ?? database.connectionString)
    configuration.applicationName = name
    configuration.readConnections = 1
    configuration.writeConnections = 2
    configuration.connectionWaitMilliseconds = 20_000
    configuration.statementTimeoutMilliseconds = 30_000
    configuration.lockTimeoutMilliseconds = 30_000
    configuration.pingTimeoutMilliseconds = 30_000
    configure(&configuration)
    let client = PostgresClient(configuration: configuration, logger: .silent)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await client.run() }
        defer { group.cancelAll() }
        return try await body(client)
    }
}

func failure<Call: FunctionCall>(
    of call: Call, in scope: Scope? = nil, on client: PostgresClient
) async -> PostgresError? {
    do throws(PostgresError) {
        _ = try await client.call(call, in: scope)
        return nil
    } catch {
        return error
    }
}

extension Scope {
    static func test(_ value: String) -> Scope { Scope(setting: "tests.scope", value: value) }
}
