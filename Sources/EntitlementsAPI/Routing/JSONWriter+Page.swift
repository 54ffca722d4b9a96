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
        data(page, next: rows.count > page.count ? page.last.map(cursor) : nil, write)
    }

    /// Writes the members of a page of a list that looks at a bounded number of rows.
    ///
    /// A last row without an answer is where the next page goes on.
    mutating func boundedPage<Row>(
        _ rows: [Row], limit: Int32, cursor: (Row) -> String, answer: (Row) -> [UInt8]?
    ) {
        let page = rows.prefix(Int(limit)).filter { answer($0) != nil }
        let end = rows.last.flatMap { answer($0) == nil ? $0 : nil }
        let isFull = rows.count > page.count
        data(page[...], next: (end ?? (isFull ? page.last : nil)).map(cursor)) { row, json in
            json.beginObject()
            json.members(ofJSON: answer(row) ?? [])
            json.endObject()
        }
    }

    private mutating func data<Row>(
        _ page: ArraySlice<Row>, next: String?, _ write: (Row, inout JSONWriter) -> Void
    ) {
        name("data")
        beginArray()
        for row in page { write(row, &self) }
        endArray()
        name("next_cursor")
        if let next { string(next) } else { null() }
    }
}
