import Glibc

/// The user that Postgres runs as where that is not ours: it refuses to run as root.
struct PostgresUser: Sendable {
    let userID: uid_t
    let groupID: gid_t

    /// Nil where Postgres runs as we do.
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

    /// Gives a file or directory of ours to the user.
    func own(_ path: String) throws(ClusterError) {
        guard chown(path, userID, groupID) == 0 else {
            throw .system(call: "chown", path: path, code: errno)
        }
    }

    /// What to put before a command that is to run as the user.
    var prefix: [String] {
        ["setpriv", "--reuid", "\(userID)", "--regid", "\(groupID)", "--clear-groups", "--"]
    }
}
