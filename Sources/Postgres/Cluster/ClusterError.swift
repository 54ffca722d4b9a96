/// Why a private cluster could not be had.
package enum ClusterError: Error, Sendable, Equatable {
    /// No Postgres is installed that could run the directory; `version` is the major one it needs,
    /// or the oldest that will do.
    case postgresIsNotInstalled(version: Int)
    /// A system call failed, with its errno.
    case system(call: String, path: String, code: Int32)
    /// Another process of ours runs the directory.
    case directoryIsInUse(String)
    /// The directory holds files and no cluster.
    case directoryIsNotACluster(String)
    /// What `initdb` said is in the log.
    case cannotInitialize(log: String)
    /// Postgres ended again and again before it answered; what it said is in the log.
    case cannotStart(log: String)
    /// `run` has ended: nobody will start the cluster any more.
    case stopped
}

extension ClusterError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .postgresIsNotInstalled(let version):
            "Postgres \(version) is not installed: install the Debian package postgresql-\(version)"
        case .system(let call, let path, let code): "\(call) failed on \(path), errno \(code)"
        case .directoryIsInUse(let path): "another process runs the cluster in \(path)"
        case .directoryIsNotACluster(let path): "\(path) holds files, but no Postgres cluster"
        case .cannotInitialize(let log): "initdb failed; what it said is in \(log)"
        case .cannotStart(let log): "Postgres does not start; what it said is in \(log)"
        case .stopped: "the cluster has stopped"
        }
    }
}
