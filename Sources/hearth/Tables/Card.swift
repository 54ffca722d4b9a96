import Entitlements

/// One thing for a terminal: a line for each column, which begins with its head.
struct Card {
    private let lines: [(head: String, text: String, isStatus: Bool)]

    init(_ columns: [Column], of value: JSONValue) {
        lines = columns.map { ($0.head, $0.cell(of: value).text, $0.isStatus) }
    }

    /// Shows texts as they are; a head that is empty continues the line above.
    init(_ lines: [(head: String, text: String)]) {
        self.lines = lines.map { ($0.head, $0.text.showingControlCharacters, false) }
    }

    func lines(isColoured: Bool = false) -> [String] {
        let width = lines.map(\.head.count).max() ?? 0
        return lines.map { line in
            let padding = String(repeating: " ", count: width - line.head.count + 2)
            let colour = line.isStatus ? Colour(ofStatus: line.text) : nil
            guard isColoured else { return line.head + padding + line.text }
            return Colour.bold.applied(to: line.head) + padding
                + (colour?.applied(to: line.text) ?? line.text)
        }
    }

    func print() {
        StandardStream.output.writeLines(lines(isColoured: StandardStream.output.isColoured))
    }
}
