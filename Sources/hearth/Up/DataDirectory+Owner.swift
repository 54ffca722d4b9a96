import FoundationEssentials
import Glibc

extension DataDirectory {
    /// The process that runs `hearth up` in the directory: only it names the directory's server.
    struct Owner: Sendable {
        fileprivate let directory: DataDirectory

        /// Names the running server for other commands.
        func announce(_ server: AnnouncedServer) throws {
            try directory.write(server.fileBytes, to: directory.serverPath)
        }

        /// Says that no server runs.
        fileprivate func withdraw() { unlink(directory.serverPath) }
    }

    /// Runs the body as the directory's only owner; creates a missing directory.
    ///
    /// The kernel releases the lock when the process ends, even if it is killed. A refused process
    /// changes nothing in the directory.
    func whileOwned(_ body: (Owner) async throws -> Void) async throws {
        try requireFree()
        try create()
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unusable(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var lock = Self.wholeFileLock
        guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
            throw inUse(by: Self.holder(ofLockOn: descriptor))
        }
        let owner = Owner(directory: self)
        // A process that was killed has left its server's file.
        owner.withdraw()
        defer { owner.withdraw() }
        try await body(owner)
    }

    /// Throws unless `hearth up` may use the path: a missing or empty directory, or one of its own
    /// that no other process uses now.
    ///
    /// Changes nothing.
    func requireFree() throws {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw unusable("it is a file") }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw unusable("it cannot be read")
        }
        // A new file system has a directory of its own.
        guard isOwn(names) || names.allSatisfy({ $0 == "lost+found" }) else {
            throw unusable("it holds other files, and none of `hearth up`")
        }
        let descriptor = open(lockPath, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if let holder = Self.holder(ofLockOn: descriptor) { throw inUse(by: holder) }
    }

    private var lockPath: String { path + "/hearth.lock" }

    /// Whether these are the names in a directory in which `hearth up` ran before.
    private func isOwn(_ names: [String]) -> Bool {
        names.contains("hearth.lock") || names.contains("keys.json")
            || FileManager.default.fileExists(atPath: path + "/postgres/PG_VERSION")
    }

    private static var wholeFileLock: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    /// The process that holds the lock; nil if none does.
    private static func holder(ofLockOn descriptor: Int32) -> pid_t? {
        var lock = wholeFileLock
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else {
            return nil
        }
        return lock.l_pid
    }

    private func inUse(by processID: pid_t?) -> OperatorMessage {
        // Another container's process has no id here.
        let process = processID.flatMap { $0 > 0 ? "process \($0)" : nil } ?? "another process"
        let place = writtenServer.map { "at \($0.address)" } ?? "which is still starting"
        return OperatorMessage(
            "another `hearth up` runs in \(path)", why: "\(process), \(place)",
            advice: "Stop it, or name another directory with --data-directory.",
            exitStatus: .unavailable)
    }

    private func unusable(_ why: String) -> OperatorMessage {
        OperatorMessage(
            "the data directory cannot be used", why: "\(path): \(why)",
            advice: "Name an empty or a new one with --data-directory.",
            exitStatus: .invalidConfiguration)
    }
}
