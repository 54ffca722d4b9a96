import FoundationEssentials
import Glibc

/// What a killed postmaster left running: processes that hold the cluster's memory.
///
/// Until the last of them has ended, no other postmaster starts. One that computes notices the
/// loss only when it is done.
enum OrphanedBackends {
    /// Ends the processes of Postgres that run in a cluster's directory; returns their number.
    ///
    /// To be called while the cluster has no postmaster. Postgres' processes run in the directory
    /// of their cluster, so those of other clusters are left alone. Nothing is lost: the log has
    /// what was committed, and the next start recovers it.
    static func end(in directory: String) -> Int {
        guard let cluster = identity(of: directory) else { return 0 }
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
        let orphans = (names ?? []).compactMap { pid_t($0) }.filter { process in
            identity(of: "/proc/\(process)/cwd") == cluster && isPostgres(process)
        }
        for orphan in orphans { kill(orphan, SIGQUIT) }
        return orphans.count
    }

    private struct Identity: Equatable {
        let device: UInt
        let file: UInt
    }

    private static func identity(of path: String) -> Identity? {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        return Identity(device: UInt(found.st_dev), file: UInt(found.st_ino))
    }

    /// By its program, whose file may have been replaced meanwhile.
    private static func isPostgres(_ process: pid_t) -> Bool {
        let link = "/proc/\(process)/exe"
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        return program?.split(separator: "/").last?.hasPrefix("postgres") == true
    }
}
