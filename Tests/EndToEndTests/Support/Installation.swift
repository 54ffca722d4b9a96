import Glibc
import Logging
import Postgres
import PrivateCluster
import Synchronization
import TestSupport
import Testing

/// A data directory for one test, with its processes.
///
/// Both are removed after the test.
final class Installation: Sendable {
    private let folder = TestFolder(named: "installation")
    private let cluster: PrivateCluster
    private let current = Mutex<RunningHearth?>(nil)

    private init() {
        cluster = TestCluster.make(in: folder.path + "/postgres", isDurable: true)
    }

    /// Lends an installation, and ends it even after an error.
    static func with(_ body: (Installation) async throws -> Void) async throws {
        let installation = Installation()
        do {
            try await body(installation)
            await installation.end()
        } catch {
            await installation.end()
            throw error
        }
    }

    /// The running server, or nil between its end and the next start.
    var server: RunningHearth? { current.withLock { $0 } }

    @discardableResult
    func start(environment: [String: String] = [:]) async throws -> RunningHearth {
        let server = try await RunningHearth.start(
            in: folder.path, arguments: ["--no-demo"], environment: environment)
        current.withLock { $0 = server }
        return server
    }

    private func end() async {
        if let server {
            server.process.send(signal: SIGTERM)
            let hasEnded = await eventually {
                kill(server.process.processID, 0) != 0
            }
            if !hasEnded { await killServer() }
        }
        await TestFolder.stopCluster(in: folder.path + "/postgres")
        folder.remove()
    }
}

extension Installation {
    /// Runs a script in the cluster as its superuser.
    @discardableResult
    func administer(_ script: String) async throws -> [[String?]] {
        try await withAdministrator { try await $0.execute(script) }
    }

    func withAdministrator<Result: Sendable>(
        _ body: (AdministrationConnection) async throws -> Result
    ) async throws -> Result {
        guard let connectionString = await cluster.runningConnectionString() else {
            throw IsNotRunning()
        }
        return try await AdministrationConnection.withConnection(
            to: TestCluster.superuser(of: connectionString), body)
    }

    struct IsNotRunning: Error {}
}

// MARK: Sudden ends

extension Installation {
    /// Kills the server and waits for its end.
    func killServer() async {
        guard let server else { return }
        current.withLock { $0 = nil }
        server.process.send(signal: SIGKILL)
        _ = await server.process.exit()
    }

    /// Kills the postmaster.
    ///
    /// Its backends end later.
    func killPostmaster() async -> Bool {
        await eventually {
            guard let postmaster = cluster.postmasterProcessID() else { return false }
            return kill(postmaster, SIGKILL) == 0
        }
    }

    /// Stops the postmaster and ends the server's sessions: connections are neither accepted nor
    /// refused.
    func whileDatabaseIsSilent(_ body: () async throws -> Void) async throws {
        guard let postmaster = cluster.postmasterProcessID() else { throw IsNotRunning() }
        try await withAdministrator { administrator in
            kill(postmaster, SIGSTOP)
            defer { kill(postmaster, SIGCONT) }
            #expect(try await Self.endSessions(through: administrator))
            try await body()
        }
    }

    func whileDatabaseHangs(_ body: () async throws -> Void) async throws {
        try await cluster.whileHanging(body)
    }

    /// Ends the server's sessions, which roll back.
    static func endSessions(through administrator: AdministrationConnection) async throws -> Bool {
        try await administrator.execute("select pg_terminate_backend(pid) \(sessions)")
        return try await eventually {
            // Within a transaction the first snapshot of the sessions would be repeated.
            try await administrator.execute(
                "select pg_stat_clear_snapshot(); select \(sessions)"
            ).isEmpty
        }
    }

    private static let sessions = "from pg_stat_activity where application_name = 'hearth'"

    /// Kills a backend of the server, upon which Postgres ends all others and recovers.
    func killBackend() async -> Bool {
        await eventually {
            let rows = try? await administer("select pid \(Self.sessions)")
            guard let text = rows?.randomElement()?[0], let backend = pid_t(text) else {
                return false
            }
            return kill(backend, SIGKILL) == 0
        }
    }
}
