import Foundation

extension SourceFile {
    /// The anchors of a Markdown file's headings, as GitHub makes them.
    var anchors: [String] {
        prose(keepingCode: true).filter { $0.text.hasPrefix("#") }.map { Self.anchor(of: $0.text) }
    }

    /// The text under the heading with this anchor, up to the next heading; nil if there is none.
    func section(_ anchor: String) -> String? {
        let headings = prose(keepingCode: true).filter { $0.text.hasPrefix("#") }
        guard
            let index = headings.firstIndex(where: { Self.anchor(of: $0.text) == anchor })
        else { return nil }
        let end = index + 1 < headings.count ? headings[index + 1].line - 1 : lines.count
        return lines[headings[index].line..<end].joined(separator: "\n")
    }

    /// The lines outside fenced code, without text between backticks unless `keepingCode` is set.
    func prose(keepingCode: Bool = false) -> [(line: Int, text: String)] {
        var isFenced = false
        return lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") { isFenced.toggle() }
            guard !isFenced else { return nil }
            let text = String(line)
            return (index + 1, keepingCode ? text : text.replacing(#/`[^`]*`/#, with: ""))
        }
    }

    private static func anchor(of heading: String) -> String {
        heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
            .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            .map { $0 == " " ? "-" : String($0) }.joined()
    }
}
