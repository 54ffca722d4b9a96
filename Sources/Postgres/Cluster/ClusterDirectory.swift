import FoundationEssentials
import Glibc

/// A directory of a cluster, and the files that we keep beside it.
struct ClusterDirectory: Sendable {
    /// Absolute: Postgres runs elsewhere.
    let path: String

    init(at path: String) {
        let absolute =
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        let end = absolute.lastIndex { $0 != "/" }
        self.path = end.map { String(absolute[...$0]) } ?? "/"
    }

    /// What Postgres says is appended here.
    var log: String { path + ".log" }

    /// What it said before that.
    var olderLog: String { path + ".log.1" }

    /// Both logs together have twice as many bytes at most, and what is written between two looks.
    static let maximumLogBytes = 8 << 20

    /// Locked by whoever runs the cluster; a lock ends with its process.
    var lock: String { path + ".lock" }

    /// There while `initdb` runs: what it left behind when it could not finish is nobody's data.
    private var unfinished: String { path + ".unfinished" }

    /// The major version of the cluster; nil where there is none yet.
    var version: Int? {
        guard !isUnfinished else { return nil }
        return lines(of: "PG_VERSION").first.flatMap { Int($0) }
    }

    /// The postmaster that runs the directory now, whoever started it.
    var runningPostmaster: Postmaster? {
        recordedPostmaster.flatMap { $0.isPostgres ? $0 : nil }
    }

    /// The postmaster that started last and was not stopped; it may have been killed.
    var recordedPostmaster: Postmaster? {
        let lines = lines(of: "postmaster.pid")
        guard lines.count >= 5, let processID = pid_t(lines[0]), processID > 0 else { return nil }
        return Postmaster(processID: processID, socketDirectory: lines[4])
    }

    /// Makes the directory itself where it is missing, and those above it.
    func create() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Makes a cluster where there is none; blocks for about a second.
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
            + ["-A", "trust", "-U", Postmaster.administrator, "-E", "UTF8", "--locale=C"]
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

    /// Starts a postmaster; it does not answer yet.
    func startPostmaster(
        of programs: PostgresPrograms, as user: PostgresUser?, socketDirectory: String,
        settings: [String: String]
    ) throws(ClusterError) -> Postmaster {
        let fixed = [
            "listen_addresses=", Postmaster.socketSetting(socketDirectory),
            "port=\(Postmaster.port)",
        ]
        let all = settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + fixed
        let child = try ChildProcess.start(
            (user?.prefix ?? []) + [programs.postgres, "-D", name(for: user)]
                + all.flatMap { ["-c", $0] },
            lending: user == nil ? nil : path, log: log)
        return Postmaster(processID: child.processID, socketDirectory: socketDirectory)
    }

    /// Where the log is longer than that, keeps its end as the older log and begins it anew.
    ///
    /// Postgres has the file open and goes on appending to it, so it is emptied and not replaced.
    /// What it says in between is lost; so is the older log where it cannot be written.
    func boundLog(to maximumBytes: Int) {
        var status = stat()
        guard stat(log, &status) == 0, status.st_size > maximumBytes else { return }
        if let said = FileManager.default.contents(atPath: log) {
            try? said.suffix(maximumBytes).write(
                to: URL(filePath: olderLog), options: .atomic)
        }
        truncate(log, 0)
    }

    /// What Postgres knows the directory as.
    ///
    /// Where it runs as another user than us, that user may be barred from a directory above, as
    /// from what `mktemp -d` makes for root. We lend the directory opened instead.
    private func name(for user: PostgresUser?) -> String {
        user == nil ? path : ChildProcess.lentDirectory
    }

    private var isUnfinished: Bool { FileManager.default.fileExists(atPath: unfinished) }

    /// The directory itself is kept: it may be a volume's.
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
