import Glibc
package import Logging
import Postgres
import ServiceLifecycle
import Synchronization
import Threads

/// A private Postgres cluster: a directory, a postmaster that runs as long as the service, and a
/// Unix socket that only we can reach.
///
/// List it first in a `ServiceGroup`: services stop in reverse order, and the others need the
/// cluster until they have stopped.
package final class PrivateCluster: Sendable, Service {
    private let directory: ClusterDirectory
    private let settings: [String: String]
    private let isDurable: Bool
    private let maximumLogBytes: Int
    private let programsFolder: String?
    private let executablePath: String
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var isStopRequested = false
        /// The connection string, while the cluster answers.
        var connectionString: String?
        /// How `run` ended, once it has.
        var end: ClusterEnd?
    }

    private enum ClusterEnd {
        case stopped
        case failed(any Error)
    }

    /// - Parameters:
    ///   - directory: The cluster's directory, with a log and two small files beside it. If it is
    ///     empty or missing, a cluster is created.
    ///   - settings: Postgres settings by name, such as `max_connections`.
    ///   - isDurable: False only for tests: a crash of the machine destroys the cluster.
    ///   - maximumLogBytes: The limit of the log, and of the older log.
    ///   - programsFolder: The folder of `initdb` and `postgres`; nil looks for them.
    ///   - executablePath: Where to look for Postgres if Debian's folder has none, like `PATH`.
    ///   - logger: Logs when the cluster is ready, and when its postmaster ends.
    package init(
        directory: String, settings: [String: String] = [:], isDurable: Bool = true,
        maximumLogBytes: Int = ClusterDirectory.maximumLogBytes,
        programsFolder: String? = nil,
        executablePath: String = "/usr/local/bin:/usr/bin:/bin", logger: Logger
    ) {
        self.directory = ClusterDirectory(at: directory)
        self.settings = settings
        self.isDurable = isDurable
        self.maximumLogBytes = maximumLogBytes
        self.programsFolder = programsFolder
        self.executablePath = executablePath
        self.logger = logger
    }

    /// Runs the cluster until graceful shutdown or cancellation; both stop it cleanly.
    package func run() async throws {
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isStarted = startThread { [self] in
                    continuation.resume(with: Result { try supervise() })
                }
                guard !isStarted else { return }
                let error = ClusterError.system(
                    call: "pthread_create", path: directory.path, code: EAGAIN)
                state.withLock { $0.end = .failed(error) }
                continuation.resume(throwing: error)
            }
        } onCancelOrGracefulShutdown: { [self] in
            state.withLock { $0.isStopRequested = true }
        }
    }

    /// The login that `initdb` makes; connection strings name the administrator instead.
    package static let superuser = Postmaster.superuser

    /// Waits until the cluster answers, and returns its connection string.
    ///
    /// Throws once `run` has ended.
    package func connectionString() async throws -> String {
        while true {
            let (connectionString, end) = state.withLock { ($0.connectionString, $0.end) }
            if let connectionString { return connectionString }
            switch end {
            case .failed(let error): throw error
            case .stopped: throw ClusterError.stopped
            case nil: try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    /// The running cluster's connection string, whichever process runs it; nil if none does.
    package func runningConnectionString() async -> String? {
        directory.runningPostmaster?.connectionString
    }

    /// The running postmaster's process id, whichever process started it; nil if none runs.
    package func postmasterProcessID() -> Int32? {
        directory.runningPostmaster?.processID
    }

    /// Blocks its thread until the cluster has stopped.
    private func supervise() throws {
        let supervisor = ClusterSupervisor(
            directory: directory, settings: settings, isDurable: isDurable,
            maximumLogBytes: maximumLogBytes,
            programsFolder: programsFolder, executablePath: executablePath, logger: logger,
            isStopRequested: { [self] in state.withLock { $0.isStopRequested } },
            announce: { [self] place in state.withLock { $0.connectionString = place } })
        do {
            try supervisor.run()
            state.withLock { $0.end = .stopped }
        } catch ClusterError.stopped {
            // Stopped while the cluster was being created.
            state.withLock { $0.end = .stopped }
        } catch {
            state.withLock { $0.end = .failed(error) }
            throw error
        }
    }
}
