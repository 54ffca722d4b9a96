import Glibc

/// The user for Postgres when we are root: Postgres refuses to run as root.
struct PostgresUser: Sendable {
    let userID: uid_t
    let groupID: gid_t

    /// Nil if Postgres runs as our own user.
    static func instead(ofEffectiveUser effectiveUser: uid_t) -> Self? {
        guard effectiveUser == 0 else { return nil }
        return find("postgres") ?? find("nobody") ?? Self(userID: 65_534, groupID: 65_534)
    }

    private static func find(_ name: String) -> Self? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            return nil
        }
        return Self(userID: entry.pw_uid, groupID: entry.pw_gid)
    }

    /// Gives the user ownership of a file or directory.
    func own(_ path: String) throws(ClusterError) {
        guard chown(path, userID, groupID) == 0 else {
            throw .system(call: "chown", path: path, code: errno)
        }
    }

    /// The prefix of a command that runs as the user.
    var prefix: [String] {
        ["setpriv", "--reuid", "\(userID)", "--regid", "\(groupID)", "--clear-groups", "--"]
    }
}
