/// A call whose answer decides whether a new connection is used: it may have reached a database
/// that is not the one that was meant.
package struct ConnectionProof: Sendable {
    let statement: Statement
    let arguments: Arguments
    /// Returns why the connection is not used; nil if it is.
    let refusal: @Sendable (borrowing ResultHandle) -> String?

    /// `refusal` says what is wrong with the call's only row; nil if nothing is.
    package init<Call: FunctionCall>(
        _ call: Call, refusal: @escaping @Sendable (Call.Row) -> String?
    ) {
        let statement = Statement(calling: Call.self)
        var arguments = Arguments()
        do {
            try call.encode(into: &arguments)
        } catch {
            let reason = "\(error)"
            self.refusal = { _ in reason }
            (self.statement, self.arguments) = (statement, Arguments())
            return
        }
        self.statement = statement
        self.arguments = arguments
        self.refusal = { result in
            do throws(PostgresError) {
                let rows = try result.rows(of: Call.self, by: statement)
                guard let row = rows.first, rows.count == 1 else {
                    return "\(Call.function) returned \(rows.count) rows"
                }
                return refusal(row)
            } catch {
                return "\(error)"
            }
        }
    }
}

extension ResultHandle {
    /// Decodes the rows of a call.
    borrowing func rows<Call: FunctionCall>(
        of _: Call.Type, by statement: Statement
    ) throws(PostgresError) -> [Call.Row] {
        guard columnTypes == statement.columnTypes else {
            throw .decoding("The columns are not of the types that the call names.")
        }
        var rows: [Call.Row] = []
        rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var cells = Cells(of: pointer, row: row)
            rows.append(try Call.decode(&cells))
        }
        return rows
    }
}
