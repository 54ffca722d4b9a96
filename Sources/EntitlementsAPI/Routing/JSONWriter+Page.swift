import Entitlements

extension JSONWriter {
    /// Writes the members of a page of a list.
    ///
    /// One row more than the limit means that another page follows.
    mutating func page<Row>(
        _ rows: [Row], limit: Int32, cursor: (Row) -> String,
        _ write: (Row, inout JSONWriter) -> Void
    ) {
        let page = rows.prefix(Int(limit))
        name("data")
        beginArray()
        for row in page { write(row, &self) }
        endArray()
        name("next_cursor")
        if rows.count > page.count, let last = page.last {
            string(cursor(last))
        } else {
            null()
        }
    }
}
