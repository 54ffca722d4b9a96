import Pages

/// A section of a document that uses an operation.
struct Use: Sendable, Equatable {
    let path: String
    /// Markdown.
    let heading: String
    let document: String

    var value: PageValue {
        .members([
            "path": .text(path), "heading": .html(PageHTML(inline: heading)),
            "document": .text(document),
        ])
    }

    /// The sections by the id of the operation, in the documents' order.
    static func all(in documents: [Document], _ finder: OperationFinder) -> [String: [Use]] {
        var uses: [String: [Use]] = [:]
        for document in documents {
            var use = Use(path: document.path, heading: document.title, document: document.title)
            for block in document.blocks {
                if case .heading(let level, let text) = block, level > 1 {
                    use = Use(
                        path: "\(document.path)#\(PageHTML.anchor(of: text))", heading: text,
                        document: document.title)
                }
                for (_, operation) in block.code.flatMap(finder.operations)
                where uses[operation.id]?.last != use {
                    uses[operation.id, default: []].append(use)
                }
            }
        }
        return uses
    }
}

extension MarkdownBlock {
    /// The code in it: whole blocks, and words between backticks.
    fileprivate var code: [Substring] {
        switch self {
        case .code(_, let text): [text[...]]
        case .heading(_, let text), .paragraph(let text): Self.words(text)
        case .list(_, let items): items.joined().flatMap(\.code)
        case .table(let head, let rows): (rows + [head]).joined().flatMap(Self.words)
        }
    }

    private static func words(_ text: String) -> [Substring] {
        text.matches(of: #/`([^`]+)`/#).map(\.1)
    }
}
