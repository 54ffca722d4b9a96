import Glibc
import Logging
import Postgres
import Synchronization
import TestSupport
import Testing

/// A data directory for one test, and what runs in it; nothing of either is left after the test.
final class Installation: Sendable {
    private let folder = TestFolder(named: "installation")
    private let cluster: PrivateCluster
    private let current = Mutex<RunningHearth?>(nil)

    private init() {
        cluster = PrivateCluster(directory: folder.path + "/postgres", logger: .silent)
    }

    /// Lends one, and ends it whatever happens.
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

    /// The server that runs now; nil between its end and its next start.
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
    /// Runs a script in the cluster as its administrator.
    @discardableResult
    func administer(_ script: String) async throws -> [[String?]] {
        try await withAdministrator { try await $0.execute(script) }
    }

    /// Lends a session of the cluster's administrator.
    func withAdministrator<Result: Sendable>(
        _ body: (AdministrationConnection) async throws -> Result
    ) async throws -> Result {
        guard let connectionString = await cluster.runningConnectionString() else {
            throw IsNotRunning()
        }
        return try await AdministrationConnection.withConnection(to: connectionString, body)
    }

    /// Nobody runs the cluster right now.
    struct IsNotRunning: Error {}
}

// MARK: Sudden ends

extension Installation {
    /// Ends the server as a power cut would, and waits for its end.
    func killServer() async {
        guard let server else { return }
        current.withLock { $0 = nil }
        server.process.send(signal: SIGKILL)
        _ = await server.process.exit()
    }

    /// Kills the postmaster; its backends end by themselves when they notice.
    func killPostmaster() async -> Bool {
        await eventually {
            guard let postmaster = cluster.postmasterProcessID() else { return false }
            return kill(postmaster, SIGKILL) == 0
        }
    }

    /// Stops the postmaster's clock and ends what serves the server: nobody can connect, and nobody
    /// is told so.
    func whileDatabaseIsSilent(_ body: () async throws -> Void) async throws {
        guard let postmaster = cluster.postmasterProcessID() else { throw IsNotRunning() }
        try await withAdministrator { administrator in
            kill(postmaster, SIGSTOP)
            defer { kill(postmaster, SIGCONT) }
            #expect(try await Self.endSessions(through: administrator))
            try await body()
        }
    }

    /// Stops the clock of Postgres and of all its processes: nothing is answered any more.
    func whileDatabaseHangs(_ body: () async throws -> Void) async throws {
        guard let postmaster = cluster.postmasterProcessID() else { throw IsNotRunning() }
        let backends = try await administer("select pid from pg_stat_activity")
        let processes = [postmaster] + backends.compactMap { $0[0].flatMap { pid_t($0) } }
        for process in processes { kill(process, SIGSTOP) }
        defer { for process in processes { kill(process, SIGCONT) } }
        try await body()
    }

    /// Ends the server's sessions, with what they had not committed.
    static func endSessions(through administrator: AdministrationConnection) async throws -> Bool {
        try await administrator.execute("select pg_terminate_backend(pid) \(sessions)")
        return try await eventually {
            // Within a transaction, who is there would be remembered from the first look.
            try await administrator.execute(
                "select pg_stat_clear_snapshot(); select \(sessions)"
            ).isEmpty
        }
    }

    private static let sessions = "from pg_stat_activity where application_name = 'hearth'"

    /// Kills one process of Postgres that serves the server; Postgres then ends all others and
    /// recovers.
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
