import Entitlements

/// A list for a terminal: rows below the heads of aligned columns.
///
/// It is the same text in a pipe, without colour.
struct Table {
    let columns: [Column]
    let rows: [JSONValue]

    init(_ columns: [Column], _ rows: [JSONValue]) {
        self.columns = columns
        self.rows = rows
    }

    private static let gap = "  "

    /// The lines with the heads first; none without rows.
    var lines: [ShownLine] {
        guard !rows.isEmpty else { return [] }
        let cells = rows.map { row in columns.map { $0.cell(of: row) } }
        let heads = columns.map { $0.head.uppercased() }
        let widths = heads.indices.map { column in
            cells.reduce(heads[column].count) { max($0, $1[column].text.count) }
        }
        let areNumbers = heads.indices.map { column in
            cells.contains { $0[column].isNumber }
                && cells.allSatisfy { $0[column].isNumber || $0[column].text == JSONValue.nothing }
        }
        func line(
            _ texts: [String], _ colour: (_ column: Int, _ text: String) -> Colour?
        ) -> ShownLine {
            texts.indices.map { column -> ShownLine in
                let text = texts[column]
                let isLast = column == texts.count - 1
                let padding = String(repeating: " ", count: widths[column] - text.count)
                let shown: ShownLine = "\(text, colour(column, text))"
                if areNumbers[column] { return "\(padding)\(shown)" }
                return isLast ? shown : "\(shown)\(padding)"
            }.joined(separator: Self.gap)
        }
        return [line(heads) { _, _ in .bold }]
            + cells.map { row in
                line(row.map(\.text)) { columns[$0].isStatus ? Colour(ofStatus: $1) : nil }
            }
    }

    /// The table as CSV (RFC 4180), with the heads first.
    var csv: String {
        CSVLine.text(columns.map(\.head))
            + rows.map { row in CSVLine.text(columns.map { $0.plainText(of: row) }) }.joined()
    }

    /// Prints the table; without rows, says so on standard error.
    func print() {
        guard !rows.isEmpty else { return StandardStream.error.writeLine("There are none.") }
        StandardStream.output.writeLines(lines)
    }
}
