/// The one statement that calls a function; derived from the call's type.
struct Statement: Sendable {
    /// The function's name is also the prepared statement's: one call type, one statement.
    let name: String
    let sql: String
    let columnTypes: [UInt32]
    let access: FunctionAccess

    init<Call: FunctionCall>(calling _: Call.Type) {
        let columns = Call.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let arguments = Call.parameters.enumerated()
            .map { "\"\($1.name)\" => $\($0 + 1)" }
            .joined(separator: ", ")
        name = Call.function
        // Without columns, the function still stands in the `from` clause, and the result is a row
        // without columns.
        sql = "select \(columns) from api.\(Call.function)(\(arguments))"
        columnTypes = Call.columns.map(\.type.rawValue)
        access = Call.access
    }

    private init(name: String, sql: String) {
        self.name = name
        self.sql = sql
        columnTypes = [PostgresType.text.rawValue]
        access = .read
    }

    /// Sets a scope for the rest of the transaction.
    ///
    /// No function of ours has a dot in its name.
    static let scope = Statement(
        name: "pg_catalog.set_config", sql: "select pg_catalog.set_config($1, $2, true)")
}
