import FoundationEssentials
import Glibc

/// The directory of a cluster's socket.
///
/// It is the cluster's whole access control: only we and Postgres' user may enter it.
enum SocketDirectory {
    /// Short, because a socket's path has at most 107 bytes.
    private static let prefix = "/tmp/hearth-"

    static func make(for user: PostgresUser?) throws(ClusterError) -> String {
        var template = Array((prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .system(call: "mkdtemp", path: prefix, code: errno)
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try user?.own(path)
        return path
    }

    /// Removes the directory and what a killed postmaster left in it.
    static func remove(_ path: String) {
        guard path.hasPrefix(prefix) else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
