import Glibc
import Postgres
import TestSupport
import Testing

/// The database of a test run, with a schema `api` of small functions.
struct ScratchDatabase: Sendable {
    let name: String
    let connectionString: String

    /// The database of the running suite.
    @TaskLocal fileprivate static var running: ScratchDatabase?

    static var current: ScratchDatabase {
        get throws { try #require(running) }
    }

    /// Makes a database of another process the current one, for a test in a process of its own.
    static func withCurrent(
        _ connectionString: String, _ body: () async throws -> Void
    ) async throws {
        let database = ScratchDatabase(name: "", connectionString: connectionString)
        try await $running.withValue(database) { try await body() }
    }

    /// Runs a script as the superuser, without the client's timeouts.
    @discardableResult
    static func administer(_ script: String) async throws -> [[String?]] {
        try await AdministrationConnection.withConnection(
            to: TestCluster.superuser(of: current.connectionString)
        ) {
            try await $0.execute(script)
        }
    }

    /// Repeats the query until its first value is the expected one.
    ///
    /// False after ten seconds.
    ///
    /// The server sleeps in between, as no test may.
    static func waits(for expected: String, _ query: String) async throws -> Bool {
        try await AdministrationConnection.withConnection(to: current.connectionString) { server in
            for _ in 0..<1_000 {
                if try await server.execute(query).first?.first == expected { return true }
                try await server.execute("select pg_sleep(0.01)")
            }
            return false
        }
    }

    /// The connection string with the socket in another folder.
    static func connectionString(through folder: String) throws -> String {
        "\(try current.connectionString) host=\(folder) port=5432"
    }

    fileprivate static func create() async throws -> ScratchDatabase {
        let server = try await TestCluster.connectionString()
        let name = "hearth_postgres_tests_\(getpid())"
        _ = try await AdministrationConnection.withConnection(to: server) {
            try await $0.execute("create database \(name)")
        }
        let database = ScratchDatabase(
            name: name, connectionString: TestCluster.database(name, of: server))
        _ = try await AdministrationConnection.withConnection(to: database.connectionString) {
            try await $0.execute(schema)
        }
        return database
    }

    fileprivate func drop() async throws {
        _ = try await AdministrationConnection.withConnection(
            to: try await TestCluster.connectionString()
        ) {
            try await $0.execute("drop database if exists \(name) with (force)")
        }
    }
}

struct ScratchDatabaseTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let database = try await ScratchDatabase.create()
        try await ScratchDatabase.$running.withValue(database) { try await body() }
        try await database.drop()
    }
}

extension Trait where Self == ScratchDatabaseTrait {
    static var scratchDatabase: Self { Self() }
}
