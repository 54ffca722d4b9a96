/// Why a private cluster is not available.
package enum ClusterError: Error, Sendable, Equatable {
    /// No installed Postgres can run the directory; `version` is the major version it needs, or the
    /// oldest one supported.
    case postgresIsNotInstalled(version: Int)
    /// The given folder lacks `initdb` or `postgres`.
    case hasNoPrograms(folder: String)
    /// A system call failed, with its errno.
    case system(call: String, path: String, code: Int32)
    /// Another process of ours runs the directory.
    case directoryIsInUse(String)
    /// The directory holds files, but no cluster.
    case directoryIsNotACluster(String)
    /// `initdb` failed; its output is in the log.
    case cannotInitialize(log: String)
    /// Postgres kept ending before it answered; its output is in the log.
    case cannotStart(log: String)
    /// `run` has ended: the cluster will not start again.
    case stopped
}

extension ClusterError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .postgresIsNotInstalled(let version):
            "Postgres \(version) is not installed: install the Debian package postgresql-\(version)"
        case .hasNoPrograms(let folder): "\(folder) has no initdb and postgres"
        case .system(let call, let path, let code): "\(call) failed on \(path), errno \(code)"
        case .directoryIsInUse(let path): "another process runs the cluster in \(path)"
        case .directoryIsNotACluster(let path): "\(path) holds files, but no Postgres cluster"
        case .cannotInitialize(let log): "initdb failed; its output is in \(log)"
        case .cannotStart(let log): "Postgres does not start; its output is in \(log)"
        case .stopped: "the cluster has stopped"
        }
    }
}
