extension PostgresClient {
    /// The server's address, and every limit.
    package struct Configuration: Sendable {
        /// A libpq connection string or URI.
        package var connectionString: String
        /// The role that connections take, if it is not the login's.
        package var role: String?
        /// The schema that has all functions that calls name, if it is not the first of the
        /// login's search path.
        package var functionsSchema: String?
        package var applicationName = "hearth"
        /// The name of the connections for reads in metrics.
        package var readPoolName = "read"
        /// Whether connections may end at a standby where several hosts are named and the string
        /// does not say which of them.
        package var acceptsStandby = false
        /// What each connection must show before it carries calls.
        package var proof: ConnectionProof?
        package var readConnections = 2
        package var readCallsInFlightPerConnection = 64
        package var readCallsPerTransaction = 16
        package var writeConnections = 8
        /// For slow reads, and for what is rolled back; 0: those are among the others.
        package var slowConnections = 0
        /// Whether `notifications` has a connection.
        package var listens = true
        /// Whether all calls go over one connection, one after the other, without pings: for a
        /// command.
        package var sharesOneConnection = false
        package var waitingCallsMaximum = 4_096
        package var connectionWaitMilliseconds = 2_000
        package var connectTimeoutSeconds = 5
        /// How long a ping may be without an answer before the server counts as hanging.
        package var pingTimeoutMilliseconds = 1_250
        /// How often a listener proves that it hears.
        package var listenerProofMilliseconds = 5_000
        /// How long such a proof may take before the listener opens another connection.
        package var listenerHearingMilliseconds = 3_000
        package var statementTimeoutMilliseconds = 5_000
        package var lockTimeoutMilliseconds = 2_000

        package init(connectionString: String, role: String? = nil) {
            self.connectionString = connectionString
            self.role = role
        }
    }
}

extension PostgresClient.Configuration {
    /// The most connections that a client opens at the same time, all its kinds together.
    package var connections: Int {
        if sharesOneConnection { return 1 }
        return readConnections + writeConnections + slowConnections + Self.pingConnections
            + (listens ? 1 : 0)
    }

    private static let pingConnections = 1

    /// Where connections go, with the settings of reads or of writes.
    func target(isReadOnly: Bool) -> ConnectionTarget {
        ConnectionTarget(
            connectionString: connectionString, parameters: parameters,
            settings: settings(isReadOnly: isReadOnly, plansOnce: !isReadOnly),
            acceptsStandby: acceptsStandby, proof: proof)
    }

    /// Where slow reads go, of which some write what is rolled back.
    var slowTarget: ConnectionTarget {
        ConnectionTarget(
            connectionString: connectionString, parameters: parameters,
            settings: settings(isReadOnly: false, plansOnce: false),
            acceptsStandby: acceptsStandby, proof: proof)
    }

    private func settings(
        isReadOnly: Bool, plansOnce: Bool
    ) -> [(name: String, value: String)] {
        var settings = ConnectionTarget.sessionSettings
        settings += [
            ("statement_timeout", "\(statementTimeoutMilliseconds)"),
            ("lock_timeout", "\(lockTimeoutMilliseconds)"),
            ("idle_in_transaction_session_timeout", "\(statementTimeoutMilliseconds)"),
            // A call sees what was committed while its transaction waited or began.
            ("default_transaction_isolation", "read committed"),
            // Calls touch few rows, by key. A plan lasts as long as its connection: made while a
            // table is small, it must still be good when the table is large.
            ("enable_seqscan", "off"), ("enable_hashjoin", "off"), ("enable_mergejoin", "off"),
            // A plan costs the rows that it reads. Otherwise few pages look cheaper than few rows.
            ("random_page_cost", "0"), ("seq_page_cost", "0"), ("cpu_operator_cost", "0.00001"),
            ("cpu_index_tuple_cost", "0.0005"),
        ]
        // Otherwise a statement with an array comparison is planned again in each call.
        if plansOnce { settings.append(("plan_cache_mode", "force_generic_plan")) }
        // Functions alone are looked up by it, and theirs is the first schema: no built-in function
        // is taken for one of them. Only the owner creates anything there.
        if let functionsSchema {
            settings.append(("search_path", "\"\(functionsSchema)\", pg_catalog, pg_temp"))
        }
        if let role { settings.append(("role", role)) }
        if isReadOnly { settings.append(("default_transaction_read_only", "on")) }
        return settings
    }

    private var parameters: [(name: String, value: String)] {
        // Opening a connection tells what is wrong with the string.
        let given = try? ConnectionString(parsing: connectionString)
        return [
            ("application_name", applicationName), ("client_encoding", "UTF8"),
            ("connect_timeout", String(connectTimeoutSeconds)),
        ] + Self.limitsOfSilence.filter { given?[$0.name] == nil }
    }

    /// The kernel ends a connection some 25 seconds after the server's machine or the network is
    /// gone.
    ///
    /// Without these, a connection that only listens goes on for two hours.
    private static let limitsOfSilence: [(name: String, value: String)] = [
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "25000"),
    ]
}
