import Glibc
import Logging

/// Starts a cluster's postmaster, restarts it when it ends, and stops it.
///
/// Every method blocks and needs a thread of its own.
struct ClusterSupervisor {
    let directory: ClusterDirectory
    let settings: [String: String]
    let isDurable: Bool
    let maximumLogBytes: Int
    let programsFolder: String?
    let executablePath: String
    let logger: Logger
    /// Whether to stop; polled every few milliseconds.
    let isStopRequested: () -> Bool
    /// Called with the connection string once the cluster answers, and with nil once it no longer
    /// does.
    let announce: (String?) -> Void

    private static let stepMicroseconds: UInt32 = 20_000
    /// After this many failures in a row before the first answer, we give up.
    ///
    /// A single failure means little: a killed postmaster's processes hold its memory for a moment.
    private static let failuresBeforeFirstAnswerMaximum = 8
    private static let pauseMaximumMilliseconds = 5_000

    /// Returns once the cluster was stopped as requested.
    func run() throws {
        try directory.create()
        try directory.whileLocked {
            let user = PostgresUser.instead(ofEffectiveUser: geteuid())
            let programs = try PostgresPrograms.find(
                version: directory.version, in: programsFolder, on: executablePath)
            if directory.version == nil {
                try directory.initialize(
                    with: programs, as: user, isDurable: isDurable, isUnneeded: isStopRequested)
            }
            try supervise(programs, as: user)
        }
    }

    private func supervise(_ programs: PostgresPrograms, as user: PostgresUser?) throws {
        var postmaster = directory.runningPostmaster
        let socketDirectory = try takeSocketDirectory(of: postmaster, for: user)
        defer {
            announce(nil)
            postmaster?.stop()
            SocketDirectory.remove(socketDirectory)
        }
        var hasAnswered = false
        var failures = 0
        while !isStopRequested() {
            let running =
                try postmaster
                ?? directory.startPostmaster(
                    of: programs, as: user, socketDirectory: socketDirectory, settings: allSettings)
            postmaster = running
            if waitUntilEnded(running) {
                hasAnswered = true
                failures = 0
            }
            if isStopRequested() { break }
            postmaster = nil
            failures += 1
            logger.error("the cluster's postmaster ended", metadata: ["log": "\(directory.log)"])
            if !hasAnswered, failures >= Self.failuresBeforeFirstAnswerMaximum {
                throw ClusterError.cannotStart(log: directory.log)
            }
            // Soon again: those are about to end, and the next start fails because of them alone.
            let orphans = OrphanedBackends.end(in: directory.path)
            if orphans > 0 {
                logger.notice(
                    "ended what a killed postmaster left", metadata: ["processes": "\(orphans)"])
            }
            pause(after: orphans > 0 ? 1 : failures)
        }
    }

    /// Waits until the postmaster ends or a stop is requested; true if it answered meanwhile.
    private func waitUntilEnded(_ postmaster: Postmaster) -> Bool {
        var hasAnswered = false
        while !isStopRequested(), postmaster.isRunning {
            if !hasAnswered, postmaster.answers() {
                hasAnswered = true
                announce(postmaster.connectionString)
                logger.info("the cluster is ready", metadata: ["pid": "\(postmaster.processID)"])
            }
            directory.boundLog(to: maximumLogBytes)
            usleep(Self.stepMicroseconds)
        }
        announce(nil)
        return hasAnswered
    }

    /// Reuses the running postmaster's socket directory, so that connection strings stay valid.
    private func takeSocketDirectory(
        of running: Postmaster?, for user: PostgresUser?
    ) throws -> String {
        if let running {
            logger.notice("found the cluster running, left by an earlier process")
            return running.socketDirectory
        }
        if let killed = directory.recordedPostmaster {
            SocketDirectory.remove(killed.socketDirectory)
        }
        return try SocketDirectory.make(for: user)
    }

    private func pause(after failures: Int) {
        let milliseconds = min(20 << min(failures, 10), Self.pauseMaximumMilliseconds)
        var remainingSteps = milliseconds * 1_000 / Int(Self.stepMicroseconds)
        while remainingSteps > 0, !isStopRequested() {
            usleep(Self.stepMicroseconds)
            remainingSteps -= 1
        }
    }

    private var allSettings: [String: String] {
        let careless = ["fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"]
        return settings.merging(isDurable ? [:] : careless) { given, _ in given }
    }
}
