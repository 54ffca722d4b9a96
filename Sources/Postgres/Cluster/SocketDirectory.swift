import FoundationEssentials
import Glibc

/// The directory of a cluster's socket, which is the whole of its access control: who may enter it
/// may connect, and that is us and the user that Postgres runs as.
enum SocketDirectory {
    /// A socket's path has at most 107 bytes, so it cannot lie just anywhere.
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

    /// Removes the directory, and what a postmaster that was killed left in it.
    static func remove(_ path: String) {
        guard path.hasPrefix(prefix) else { return }
        try? FileManager.default.removeItem(atPath: path)
    }
}
