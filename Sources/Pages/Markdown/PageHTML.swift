/// HTML that our own Markdown reader made: the only text that enters a page unescaped.
///
/// Names of elements and attributes are constants, and all text of the Markdown is escaped. There
/// is no other way to make a value of this type.
package struct PageHTML: Sendable {
    /// Where the parts of a document lead, and how its tables look.
    package struct Rules: Sendable {
        /// Returns where a link leads on this site; nil for a file that is not served.
        package var target: @Sendable (String) -> String? = { $0.hasPrefix("https://") ? $0 : nil }
        /// Returns the parts of code that lead to a page, in order, and the page's address.
        package var addresses: @Sendable (Substring) -> [(part: Range<Substring.Index>, String)] = {
            _ in []
        }
        /// Whether a row is a term with its definitions, the last cell first.
        package var hasDefinitions = false

        package init() {}
    }

    private(set) var text = ""
    private let rules: Rules

    /// Reads a document or a part of one.
    package init(markdown: String, _ rules: Rules = Rules()) {
        self.rules = rules
        for block in MarkdownReader.blocks(of: markdown) { self.block(block) }
    }

    /// Reads the text of one paragraph, without an element of its own.
    package init(inline: String, _ rules: Rules = Rules()) {
        self.rules = rules
        self.inline(inline)
    }

    /// The id of a heading, as code hosts make it: `#webhooks-from-revenuecat`.
    package static func anchor(of heading: String) -> String {
        String(
            heading.lowercased().compactMap { character -> Character? in
                if character == " " { return "-" }
                let isKept = character.isLetter || character.isNumber || "-_".contains(character)
                return isKept ? character : nil
            })
    }
}

extension PageHTML {
    private mutating func block(_ block: MarkdownBlock) {
        switch block {
        case .heading(let level, let text):
            let name: StaticString = level == 1 ? "h1" : level == 2 ? "h2" : "h3"
            element(name, ["id": Self.anchor(of: text)]) { $0.inline(text) }
        case .paragraph(let text): element("p") { $0.inline(text) }
        case .code(_, let text): element("pre") { $0.code(text[...]) }
        case .list(let isNumbered, let items):
            element(isNumbered ? "ol" : "ul") { html in
                for item in items { html.element("li") { $0.item(item) } }
            }
        case .table(let head, let rows):
            if rules.hasDefinitions { definitions(head, rows) } else { table(head, rows) }
        }
    }

    /// A single paragraph needs no element of its own.
    private mutating func item(_ blocks: [MarkdownBlock]) {
        for (index, block) in blocks.enumerated() {
            if index == 0, case .paragraph(let text) = block {
                inline(text)
            } else {
                self.block(block)
            }
        }
    }

    private mutating func table(_ head: [String], _ rows: [[String]]) {
        element("div", ["class": "scroll"]) { html in
            html.element("table") { html in
                html.element("tr") { html in
                    for cell in head { html.element("th", ["scope": "col"]) { $0.inline(cell) } }
                }
                for row in rows {
                    html.element("tr") { html in
                        for cell in row { html.element("td") { $0.inline(cell) } }
                    }
                }
            }
        }
    }

    private mutating func definitions(_ head: [String], _ rows: [[String]]) {
        element("dl", ["class": "settings"]) { html in
            for row in rows {
                html.element("dt", ["id": Self.anchor(of: row.first ?? "")]) {
                    $0.inline(row.first ?? "")
                }
                html.element("dd") { $0.inline(row.last ?? "") }
                for (name, cell) in zip(head, row).dropFirst().dropLast() where cell != "–" {
                    html.element("dd", ["class": "dim"]) { $0.inline("\(name): \(cell)") }
                }
            }
        }
    }

    /// Writes text with `code`, **bold**, *italics* and [links](…); a picture is left out.
    private mutating func inline(_ text: some StringProtocol) {
        var rest = Substring(text)
        while !rest.isEmpty {
            if let (content, after) = Self.enclosed(rest, "`", "`") {
                code(content)
                rest = after
            } else if let (content, after) = Self.enclosed(rest, "**", "**") {
                element("strong") { $0.inline(content) }
                rest = after
            } else if let (content, after) = Self.enclosed(rest, "*", "*"),
                content.first?.isWhitespace == false
            {
                element("em") { $0.inline(content) }
                rest = after
            } else if let (_, after) = Self.enclosed(rest, "![", "]"),
                let (_, end) = Self.enclosed(after, "(", ")")
            {
                rest = end
            } else if let (label, after) = Self.enclosed(rest, "[", "]"),
                let (target, end) = Self.enclosed(after, "(", ")")
            {
                if let address = rules.target(String(target)) {
                    element("a", ["href": address]) { $0.inline(label) }
                } else {
                    inline(label)
                }
                rest = end
            } else {
                write(rest.prefix(1))
                rest.removeFirst()
            }
        }
    }

    private mutating func code(_ code: Substring) {
        element("code") { html in
            var end = code.startIndex
            for (part, address) in html.rules.addresses(code) {
                html.write(code[end..<part.lowerBound])
                html.element("a", ["href": address]) { $0.write(code[part]) }
                end = part.upperBound
            }
            html.write(code[end...])
        }
    }

    /// Returns what stands between two marks at the beginning, and what follows them.
    private static func enclosed(
        _ text: Substring, _ open: String, _ close: String
    ) -> (Substring, Substring)? {
        guard text.hasPrefix(open) else { return nil }
        let inner = text.dropFirst(open.count)
        var end = inner.startIndex
        while end < inner.endIndex {
            if inner[end...].hasPrefix(close) {
                guard end > inner.startIndex else { return nil }
                return (inner[..<end], inner[end...].dropFirst(close.count))
            }
            end = inner.index(after: end)
        }
        return nil
    }

    private mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ content: (inout PageHTML) -> Void
    ) {
        text += "<\(name)"
        for (name, value) in attributes {
            text += " \(name)=\""
            write(value)
            text += "\""
        }
        text += ">"
        content(&self)
        text += "</\(name)>"
    }

    /// Escapes for text, for attributes in double quotes, and for the templates that hold it.
    private mutating func write(_ part: some StringProtocol) {
        for character in part.unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "{": text += "&#123;"
            default: text.unicodeScalars.append(character)
            }
        }
    }
}
