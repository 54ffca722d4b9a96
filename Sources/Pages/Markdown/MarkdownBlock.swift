/// A block of the Markdown that this project's documents use.
///
/// Headings with `#`, paragraphs, fenced code, lists, and tables with a head. A list item holds
/// blocks. HTML is text.
package indirect enum MarkdownBlock: Equatable, Sendable {
    case heading(level: Int, String)
    case paragraph(String)
    case code(language: String, String)
    case list(isNumbered: Bool, items: [[MarkdownBlock]])
    case table(head: [String], rows: [[String]])
}

/// Reads Markdown line by line.
package struct MarkdownReader {
    private var lines: ArraySlice<Substring>

    package static func blocks(of text: String) -> [MarkdownBlock] {
        blocks(of: text.split(separator: "\n", omittingEmptySubsequences: false))
    }

    private static func blocks(of lines: [Substring]) -> [MarkdownBlock] {
        var reader = MarkdownReader(lines: lines[...])
        var blocks: [MarkdownBlock] = []
        while let block = reader.next() { blocks.append(block) }
        return blocks
    }

    private mutating func next() -> MarkdownBlock? {
        while let line = lines.first, isBlank(line) { lines.removeFirst() }
        guard let line = lines.first else { return nil }
        if line.hasPrefix("```") { return code() }
        if let heading = Self.heading(line) {
            lines.removeFirst()
            return heading
        }
        if line.hasPrefix("|") { return table() }
        if let marker = Marker(line) { return list(marker) }
        return paragraph()
    }

    private mutating func code() -> MarkdownBlock {
        let language = String(lines.removeFirst().drop { $0 == "`" })
        let content = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(content.count + 1)
        return .code(language: language, content.joined(separator: "\n"))
    }

    private static func heading(_ line: Substring) -> MarkdownBlock? {
        let level = line.prefix { $0 == "#" }.count
        guard (1...6).contains(level), line.dropFirst(level).hasPrefix(" ") else { return nil }
        return .heading(level: level, String(line.dropFirst(level + 1)))
    }

    private mutating func table() -> MarkdownBlock {
        let rows = lines.prefix { $0.hasPrefix("|") }.map(Self.cells)
        lines = lines.dropFirst(rows.count)
        // The second line only separates the head.
        return .table(head: rows.first ?? [], rows: Array(rows.dropFirst(2)))
    }

    /// Splits a row at bars; one after a backslash or within code is text.
    private static func cells(_ line: Substring) -> [String] {
        var cells: [String] = [""]
        var isCode = false
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode, !isEscaped {
                cells.append("")
            } else {
                if character == "|", isEscaped { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        if cells.last.map({ $0.allSatisfy(\.isWhitespace) }) ?? false { cells.removeLast() }
        return cells.map { String($0.trimmingSpaces) }
    }

    /// The mark of a list item, such as `- ` or `12. `.
    private struct Marker {
        let isNumbered: Bool
        let width: Int

        init?(_ line: Substring) {
            let digits = line.prefix(while: \.isNumber)
            let mark = digits.isEmpty ? line.prefix(1) : line.prefix(digits.count + 1)
            let isMark = digits.isEmpty ? (mark == "-" || mark == "*") : mark.hasSuffix(".")
            guard isMark, line.dropFirst(mark.count).hasPrefix(" ") else { return nil }
            isNumbered = !digits.isEmpty
            width = mark.count + 1
        }
    }

    private mutating func list(_ first: Marker) -> MarkdownBlock {
        var items: [[MarkdownBlock]] = []
        while let line = lines.first, let marker = Marker(line),
            marker.isNumbered == first.isNumbered
        {
            var item = [line.dropFirst(marker.width)]
            lines.removeFirst()
            while let line = lines.first {
                if isBlank(line) {
                    // A blank line ends the item unless an indented line follows.
                    guard let next = lines.dropFirst().first(where: { !isBlank($0) }),
                        next.hasPrefix("  ")
                    else { break }
                    item.append("")
                } else if line.hasPrefix("  ") {
                    item.append(line.dropFirst(min(marker.width, line.prefix { $0 == " " }.count)))
                } else {
                    break
                }
                lines.removeFirst()
            }
            items.append(Self.blocks(of: item))
            let rest = lines.drop(while: isBlank)
            if let next = rest.first, Marker(next) != nil { lines = rest }
        }
        return .list(isNumbered: first.isNumbered, items: items)
    }

    private mutating func paragraph() -> MarkdownBlock {
        var text: [Substring] = []
        while let line = lines.first, !isBlank(line), text.isEmpty || !beginsBlock(line) {
            text.append(line.trimmingSpaces)
            lines.removeFirst()
        }
        return .paragraph(text.joined(separator: "\n"))
    }

    private func beginsBlock(_ line: Substring) -> Bool {
        line.hasPrefix("```") || line.hasPrefix("|") || Self.heading(line) != nil
            || Marker(line) != nil
    }

    private func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: SubSequence {
        var text = self[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}
