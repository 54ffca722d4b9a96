import FoundationEssentials
import Glibc
import Logging
import Postgres
import PrivateCluster

/// A temporary folder of this process, with access for its user only.
package struct TestFolder: Sendable {
    package let path: String

    /// The folder's name has the process id, so that a later process can remove it.
    private static let prefix = "hearth-tests-"

    /// In memory where it has room, as tests create and remove a million files: each database has
    /// over a thousand.
    private static let parent = roomInMemoryBytes >= 6 << 30 ? memory : "/tmp"

    private static let memory = "/dev/shm"

    /// `ST_NOEXEC` of `sys/statvfs.h`, which Swift does not import.
    private static let forbidsExecution: UInt = 8

    private static let roomInMemoryBytes: UInt = {
        var status = statvfs()
        // Some tests run a script of their folder, which the memory of containers often forbids.
        guard statvfs(memory, &status) == 0, status.f_flag & forbidsExecution == 0 else { return 0 }
        return status.f_bavail * status.f_frsize
    }()

    package init(named name: String) {
        path = "\(Self.parent)/\(Self.prefix)\(getpid())-\(name)-\(UInt32.random(in: 0 ... .max))"
        mkdir(path, 0o700)
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Removes the folders of dead test processes, and stops their clusters.
    static func removeLeftovers() async {
        for name in names(in: parent) where name.hasPrefix(prefix) {
            let owner = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let owner = pid_t(owner), owner > 0, kill(owner, 0) != 0, errno == ESRCH else {
                continue
            }
            let path = "\(parent)/\(name)"
            for directory in names(in: path) {
                await stopCluster(in: "\(path)/\(directory)")
            }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Stops the cluster in the directory, if it runs.
    package static func stopCluster(in directory: String) async {
        let cluster = PrivateCluster(directory: directory, logger: .silent)
        guard let postmaster = cluster.postmasterProcessID(),
            let socketDirectory = await cluster.runningConnectionString()?
                .split(separator: " ").first?.dropFirst("host=".count)
        else { return }
        kill(postmaster, SIGQUIT)
        _ = await eventually { cluster.postmasterProcessID() == nil }
        try? FileManager.default.removeItem(atPath: String(socketDirectory))
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
