import FoundationEssentials
import Glibc

/// A cluster's directory, and our files beside it.
struct ClusterDirectory: Sendable {
    /// Absolute, because Postgres runs in another working directory.
    let path: String

    init(at path: String) {
        let absolute =
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        let end = absolute.lastIndex { $0 != "/" }
        self.path = end.map { String(absolute[...$0]) } ?? "/"
    }

    /// Postgres' output is appended here.
    var log: String { path + ".log" }

    /// The output before that.
    var olderLog: String { path + ".log.1" }

    /// The limit of each of the two logs; the current one may exceed it between two checks.
    static let maximumLogBytes = 8 << 20

    /// Locked by the process that runs the cluster; its end releases the lock.
    var lock: String { path + ".lock" }

    /// Exists while `initdb` runs: what an interrupted `initdb` left is no data, and is deleted.
    private var unfinished: String { path + ".unfinished" }

    /// The cluster's major version; nil if there is no cluster yet.
    var version: Int? {
        guard !isUnfinished else { return nil }
        return lines(of: "PG_VERSION").first.flatMap { Int($0) }
    }

    /// The postmaster that runs the directory now, whichever process started it.
    var runningPostmaster: Postmaster? {
        recordedPostmaster.flatMap { $0.isPostgres ? $0 : nil }
    }

    /// The postmaster that last started without being stopped; it may have been killed.
    var recordedPostmaster: Postmaster? {
        let lines = lines(of: "postmaster.pid")
        guard lines.count >= 5, let processID = pid_t(lines[0]), processID > 0 else { return nil }
        return Postmaster(processID: processID, socketDirectory: lines[4])
    }

    /// Creates the directory and its parents if missing.
    func create() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Creates a cluster in an empty directory; blocks for about a second.
    func initialize(
        with programs: PostgresPrograms, as user: PostgresUser?, isDurable: Bool,
        isUnneeded: () -> Bool
    ) throws {
        try prepareEmptyDirectory(for: user)
        guard FileManager.default.createFile(atPath: unfinished, contents: nil) else {
            throw ClusterError.system(call: "open", path: unfinished, code: errno)
        }
        let arguments =
            (user?.prefix ?? []) + [programs.initdb, "-D", name(for: user)]
            + ["-A", "trust", "-U", Postmaster.superuser, "-E", "UTF8", "--locale=C"]
            + ["--no-instructions"] + (isDurable ? [] : ["--no-sync"])
        let child = try ChildProcess.start(
            arguments, lending: user == nil ? nil : path, log: log)
        guard child.waitForSuccess(interruptingWhen: isUnneeded) else {
            throw isUnneeded() ? ClusterError.stopped : .cannotInitialize(log: log)
        }
        let made = lines(of: "PG_VERSION").first.flatMap { Int($0) } ?? 0
        guard made >= PostgresPrograms.oldestVersion else {
            throw ClusterError.postgresIsNotInstalled(version: PostgresPrograms.oldestVersion)
        }
        try FileManager.default.removeItem(atPath: unfinished)
    }

    /// Starts a postmaster, without waiting until it answers.
    func startPostmaster(
        of programs: PostgresPrograms, as user: PostgresUser?, socketDirectory: String,
        settings: [String: String]
    ) throws(ClusterError) -> Postmaster {
        // Of two values Postgres takes the last: a test may listen on a loopback address.
        let usual = [
            "listen_addresses=", Postmaster.socketSetting(socketDirectory),
            "port=\(Postmaster.port)",
        ]
        let all = usual + settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess.start(
            (user?.prefix ?? []) + [programs.postgres, "-D", name(for: user)]
                + all.flatMap { ["-c", $0] },
            lending: user == nil ? nil : path, log: log)
        return Postmaster(processID: child.processID, socketDirectory: socketDirectory)
    }

    /// If the log exceeds the limit, moves its end to the older log and empties it.
    ///
    /// Postgres keeps the file open for appending, so it is truncated, not replaced. Output in
    /// between is lost; so is the older log if it cannot be written.
    func boundLog(to maximumBytes: Int) {
        var status = stat()
        guard stat(log, &status) == 0, status.st_size > maximumBytes else { return }
        if let said = FileManager.default.contents(atPath: log) {
            try? said.suffix(maximumBytes).write(
                to: URL(filePath: olderLog), options: .atomic)
        }
        truncate(log, 0)
    }

    /// The path by which Postgres knows the directory.
    ///
    /// Postgres' user, if not ours, may have no access to a parent directory, such as one that
    /// `mktemp -d` made for root. We lend it the opened directory.
    private func name(for user: PostgresUser?) -> String {
        user == nil ? path : ChildProcess.lentDirectory
    }

    private var isUnfinished: Bool { FileManager.default.fileExists(atPath: unfinished) }

    /// Keeps the directory itself: it may be a mounted volume.
    private func prepareEmptyDirectory(for user: PostgresUser?) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: path) {
            guard isUnfinished else { throw ClusterError.directoryIsNotACluster(path) }
            try files.removeItem(atPath: "\(path)/\(name)")
        }
        guard chmod(path, 0o700) == 0 else {
            throw ClusterError.system(call: "chmod", path: path, code: errno)
        }
        try user?.own(path)
    }

    private func lines(of file: String) -> [String] {
        guard let contents = FileManager.default.contents(atPath: "\(path)/\(file)") else {
            return []
        }
        return String(decoding: contents, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
