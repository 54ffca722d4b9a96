import Pages

/// A text of the project that becomes a page.
package struct Document: Sendable {
    /// Its path in the package: `docs/RECIPES.md`.
    let file: String
    /// The last part of its address, such as `recipes`.
    package let slug: String
    let title: String
    let summary: String
    let markdown: String
    let blocks: [MarkdownBlock]
    /// Whether a row of its tables is a term with its definitions.
    let hasDefinitions: Bool

    /// The title is the document's first line unless one is given.
    package init(
        file: String, title: String? = nil, summary: String, markdown: String,
        hasDefinitions: Bool = false
    ) {
        self.file = file
        slug = (file.split(separator: "/").last ?? "").replacing(".md", with: "").lowercased()
        self.summary = summary
        self.markdown = markdown
        self.hasDefinitions = hasDefinitions
        blocks = MarkdownReader.blocks(of: markdown)
        let firstLine = markdown.split(separator: "\n").first ?? "# \(file)"
        self.title = title ?? String(firstLine.drop { "# ".contains($0) })
    }

    var path: String { "/docs/\(slug)" }

    /// The headings below the title, with their addresses.
    var headings: [Heading] {
        blocks.compactMap { block in
            guard case .heading(let level, let text) = block, level > 1 else { return nil }
            return Heading(level: level, text: text, path: "\(path)#\(PageHTML.anchor(of: text))")
        }
    }

    /// Returns the page of a link: another document, an address of the web, or a heading.
    ///
    /// Nil for a file that is not served.
    func target(of link: String, among documents: [Document]) -> String? {
        if link.hasPrefix("https://") || link.hasPrefix("#") { return link }
        let parts = link.split(separator: "#", maxSplits: 1)
        var folders = file.split(separator: "/").dropLast()
        for part in parts.first?.split(separator: "/") ?? [] {
            if part == ".." { _ = folders.popLast() } else { folders.append(part) }
        }
        let named = folders.joined(separator: "/")
        guard let document = documents.first(where: { $0.file == named }) else { return nil }
        return parts.count > 1 ? "\(document.path)#\(parts[1])" : document.path
    }
}

/// A part of a page that its list of contents names.
struct Heading: Sendable {
    let level: Int
    /// Markdown.
    let text: String
    /// Its address, or `#` and its id.
    let path: String
}

extension [Heading] {
    /// The list of a page's parts; nothing if there are none.
    var value: PageValue {
        guard !isEmpty else { return .nothing }
        return .members([
            "links": .list(
                map { heading in
                    .members([
                        "path": .text(heading.path),
                        "label": .html(PageHTML(inline: heading.text)),
                        "is_deep": .flag(heading.level > 2),
                    ])
                })
        ])
    }
}
