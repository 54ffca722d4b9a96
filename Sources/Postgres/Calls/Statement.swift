/// The one statement that calls a function; derived from the call's type.
struct Statement: Sendable {
    /// The function's name is also the prepared statement's: one call type, one statement.
    let name: String
    let sql: String
    let columnTypes: [UInt32]
    let access: FunctionAccess
    /// Whether a value in place of null says that the call has no effect.
    private(set) var isCondition = false

    init<Call: FunctionCall>(calling _: Call.Type) {
        let columns = Call.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let arguments = Call.parameters.enumerated()
            .map { "\"\($1.name)\" => $\($0 + 1)" }
            .joined(separator: ", ")
        name = Call.function
        // Without columns, the function still stands in the `from` clause, and the result is a row
        // without columns. The search path of the session says in which schema it is.
        sql = "select \(columns) from \(Call.function)(\(arguments))"
        columnTypes = Call.columns.map(\.type.rawValue)
        access = Call.access
    }

    /// Begins the transaction of a call with a function.
    init(entering function: String) {
        self.init(name: function, sql: "select \"entered\" from \(function)($1)")
    }

    /// The same, if the server has a position.
    init(enteringAt function: String) {
        self.init(name: function, sql: "select \"entered\" from \(function)($1, $2, $3)")
        isCondition = true
    }

    private init(name: String, sql: String) {
        self.name = name
        self.sql = sql
        columnTypes = [PostgresType.text.rawValue]
        access = .read
    }

    /// Sets settings, an array of names and one of values, for the rest of the session.
    ///
    /// A setting that the server's version does not know is left out.
    static let settings = """
        select pg_catalog.set_config(name, value, false)
          from unnest($1::text[], $2::text[]) as setting (name, value)
         where pg_catalog.current_setting(name, true) is not null
        """

    /// Sets a setting for the rest of the transaction.
    ///
    /// No function of ours has a dot in its name.
    static let setting = Statement(
        name: "pg_catalog.set_config", sql: "select pg_catalog.set_config($1, $2, true)")

    /// The position up to which the log was written when a commit had returned.
    ///
    /// Where commits do not wait for the log, that is what was written to memory: the log's writer
    /// follows within some tenths of a second. Elsewhere what was flushed is less, and it is what
    /// standbys get.
    static let position = Statement(
        name: "pg_catalog.pg_walfile_name",
        sql: """
            select ('x' || left(pg_catalog.pg_walfile_name(at.place), 8))::bit(32)::bigint
                   || ':' || at.place
              from (select case pg_catalog.current_setting('synchronous_commit')
                           when 'off' then pg_catalog.pg_current_wal_insert_lsn()
                           else pg_catalog.pg_current_wal_flush_lsn() end) as at (place)
            """)
}
