import Postgres

extension Finding {
    /// What protects the way to the database: passwords, app user ids and purchases pass there.
    static func encryption(of way: ConnectionWay) -> Finding {
        if way.isLocal { return .ok("encryption", "the database is on this machine") }
        switch way.encryption {
        case .verified:
            return .ok("encryption", "the way to \(way.host) is encrypted, and its name is checked")
        case .unverified:
            return .ok(
                "encryption",
                "the way to \(way.host) is encrypted; its name is not checked: "
                    + "sslmode=verify-full does")
        case .none:
            return .warn(
                "encryption", "the way to \(way.host) is not encrypted",
                advice: "Switch `ssl` on in that Postgres, and add to DATABASE_URL "
                    + "sslmode=verify-full&sslrootcert=system, or its authority's file.")
        }
    }
}
