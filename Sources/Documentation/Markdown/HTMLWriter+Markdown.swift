extension HTMLWriter {
    /// Returns where a link of a document leads on this site; nil for a file that is not served.
    typealias LinkTarget = (String) -> String?

    /// Writes a document's blocks.
    mutating func markdown(_ text: String, link: LinkTarget = Self.webLink) {
        for block in MarkdownReader.blocks(of: text) { self.block(block, link) }
    }

    /// Follows only absolute addresses of the web.
    static func webLink(_ target: String) -> String? {
        target.hasPrefix("https://") ? target : nil
    }

    private mutating func block(_ block: MarkdownBlock, _ link: LinkTarget) {
        switch block {
        case .heading(let level, let text): heading(level, text, link)
        case .paragraph(let text): element("p") { $0.inline(text, link) }
        case .code(_, let text): code(text)
        case .list(let isNumbered, let items):
            let name: StaticString = isNumbered ? "ol" : "ul"
            open(name)
            for item in items { element("li") { $0.item(item, link) } }
            close(name)
        case .table(let head, let rows): table(head, rows, link)
        }
    }

    private mutating func heading(_ level: Int, _ text: String, _ link: LinkTarget) {
        let id = ["id": Self.anchor(of: text)] as KeyValuePairs<StaticString, String>
        let name: StaticString =
            switch level {
            case 1: "h1"
            case 2: "h2"
            default: "h3"
            }
        element(name, id) { $0.inline(text, link) }
    }

    mutating func code(_ text: String) {
        element("pre") { $0.element("code", text) }
    }

    /// A single paragraph needs no element of its own.
    private mutating func item(_ blocks: [MarkdownBlock], _ link: LinkTarget) {
        for (index, block) in blocks.enumerated() {
            if index == 0, case .paragraph(let text) = block {
                inline(text, link)
            } else {
                self.block(block, link)
            }
        }
    }

    private mutating func table(_ head: [String], _ rows: [[String]], _ link: LinkTarget) {
        element("div", ["class": "scroll"]) { html in
            html.element("table") { html in
                html.element("tr") { html in
                    for cell in head { html.element("th") { $0.inline(cell, link) } }
                }
                for row in rows {
                    html.element("tr") { html in
                        for cell in row { html.element("td") { $0.inline(cell, link) } }
                    }
                }
            }
        }
    }

    /// Writes text with `code`, **bold**, *italics* and [links](…).
    mutating func inline(_ text: some StringProtocol, _ link: LinkTarget = Self.webLink) {
        var rest = Substring(text)
        while let first = rest.first {
            if let (content, after) = Self.enclosed(rest, "`", "`") {
                element("code", content)
                rest = after
            } else if let (content, after) = Self.enclosed(rest, "**", "**") {
                element("strong") { $0.inline(content, link) }
                rest = after
            } else if let (content, after) = Self.enclosed(rest, "*", "*"),
                content.first?.isWhitespace == false
            {
                element("em") { $0.inline(content, link) }
                rest = after
            } else if let (label, after) = Self.enclosed(rest, "[", "]"),
                let (target, end) = Self.enclosed(after, "(", ")")
            {
                if let address = link(String(target)) {
                    element("a", ["href": address]) { $0.inline(label, link) }
                } else {
                    inline(label, link)
                }
                rest = end
            } else {
                self.text(String(first))
                rest.removeFirst()
            }
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

    /// The id of a heading, as code hosts make it: `#webhooks-from-revenuecat`.
    static func anchor(of heading: String) -> String {
        String(
            heading.lowercased().compactMap { character -> Character? in
                if character == " " { return "-" }
                let isKept = character.isLetter || character.isNumber || "-_".contains(character)
                return isKept ? character : nil
            })
    }
}
