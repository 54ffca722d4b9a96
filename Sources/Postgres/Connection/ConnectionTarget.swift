/// Where a connection goes, and what its session is set to.
struct ConnectionTarget: Sendable {
    let connectionString: String
    /// libpq's parameters beyond the connection string; they override it.
    var parameters: [(name: String, value: String)] = []
    /// Set by a statement after connecting: poolers refuse or drop settings in the start of a
    /// session.
    var settings: [(name: String, value: String)] = []
    /// Whether a standby will do where several hosts are named and the string leaves it open.
    var acceptsStandby = false
    /// What the server must show.
    var proof: ConnectionProof?

    /// Every session sets these, because the database or the login may be set otherwise.
    ///
    /// Row security must hide rows, not refuse statements. Definitions are compared as Postgres
    /// writes them by default. Each statement has its own limit: one of the whole transaction, new
    /// in Postgres 17, would end a migration, and calls that share a transaction. Compiling (`jit`)
    /// a lookup takes a hundred times as long as running it.
    static let sessionSettings: [(name: String, value: String)] = [
        ("row_security", "on"), ("quote_all_identifiers", "off"), ("transaction_timeout", "0"),
        ("jit", "off"),
    ]
}
