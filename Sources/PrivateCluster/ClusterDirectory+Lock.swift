import Glibc

extension ClusterDirectory {
    /// Prevents a second process of ours from running the same cluster meanwhile.
    ///
    /// The kernel releases the lock when the process ends, even if it is killed.
    func whileLocked(_ body: () throws -> Void) throws {
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ClusterError.system(call: "open", path: lock, code: errno)
        }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw ClusterError.directoryIsInUse(path)
        }
        try body()
    }
}
