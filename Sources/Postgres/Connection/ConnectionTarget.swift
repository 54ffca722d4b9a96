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
}
