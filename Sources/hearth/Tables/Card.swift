import Entitlements

/// One thing for a terminal: a line for each column, which begins with its head.
struct Card {
    private let parts: [(head: String, text: ShownLine)]

    init(_ columns: [Column], of value: JSONValue) {
        parts = columns.map { column in
            let text = column.cell(of: value).text
            return (column.head, column.isStatus ? "\(status: text)" : "\(text)")
        }
    }

    /// Shows texts as they are; a head that is empty continues the line above.
    init(_ parts: [(head: String, text: ShownLine)]) {
        self.parts = parts
    }

    var lines: [ShownLine] {
        let width = parts.map(\.head.count).max() ?? 0
        return parts.map { part in
            let padding = String(repeating: " ", count: width - part.head.count + 2)
            return "\(part.head, .bold)\(padding)\(part.text)"
        }
    }

    func print() {
        StandardStream.output.writeLines(lines)
    }
}
