package import Entitlements
package import Pages
import Synchronization

/// The documentation of this server: pages for a browser, and the same as text.
///
/// A page is rendered when it is first asked for, and kept. There are as many as the documents, the
/// operations and the error codes together, so the memory is bounded.
package final class Site: Sendable {
    package struct Page: Sendable {
        package let mediaType: String
        package let text: String
        /// A strong entity tag, in quotes.
        package let tag: String

        init(mediaType: String, text: String) {
            self.mediaType = mediaType
            self.text = text
            tag = "\"\(PageAsset.hash(of: text).prefix(32))\""
        }
    }

    /// What a page is about.
    package enum Subject: Hashable, Sendable {
        case home
        case index
        case document(String)
        case operation(String)
        case error(ErrorCode)
        /// The addresses of all texts, as `/llms.txt`.
        case texts
        /// A document as Markdown.
        case documentText(String)
        /// An operation as Markdown.
        case operationText(String)
    }

    let contract: Contract
    let documents: [Document]
    let finder: OperationFinder
    /// Where documents use an operation, by its id.
    let uses: [String: [Use]]
    /// What the script searches, as JSON.
    package let searchIndex: PageAsset
    private let kept = Mutex(Kept())

    /// The pages that were made of one version of the templates.
    private struct Kept {
        var version = ""
        var pages: [Subject: Page] = [:]
    }

    package init(contract: Contract, documents: [Document]) {
        self.contract = contract
        self.documents = documents
        finder = OperationFinder(contract.operations)
        uses = Use.all(in: documents, finder)
        let index = SearchEntry.all(contract, documents)
        searchIndex = PageAsset(
            name: "search.json", mediaType: "application/json",
            text: String(decoding: JSONValue.array(index.map(\.json)).bytes, as: UTF8.self))
    }

    /// Nil if there is no such document or operation.
    package func page(_ subject: Subject, _ templates: PageTemplates) throws -> Page? {
        let page = kept.withLock { kept in
            if kept.version != templates.version { kept = Kept(version: templates.version) }
            return kept.pages[subject]
        }
        if let page { return page }
        guard let page = try made(subject, templates) else { return nil }
        kept.withLock { kept in
            if kept.version == templates.version { kept.pages[subject] = page }
        }
        return page
    }

    private func made(_ subject: Subject, _ templates: PageTemplates) throws -> Page? {
        switch subject {
        case .texts: return Page(mediaType: "text/plain", text: textsText)
        case .documentText(let slug):
            return documents.first { $0.slug == slug }.map {
                Page(mediaType: "text/markdown", text: $0.markdown)
            }
        case .operationText(let id):
            return contract.operation(id).map {
                Page(mediaType: "text/markdown", text: text(of: $0))
            }
        default: break
        }
        guard let (template, content) = content(of: subject) else { return nil }
        let values = content.merging(frame(subject)) { own, _ in own }
        return Page(mediaType: "text/html", text: try templates.html(template, values))
    }

    /// The template of a page, and what it shows: at least a `title`.
    private func content(
        of subject: Subject
    ) -> (template: String, values: [String: PageValue])? {
        switch subject {
        case .home: ("docs_home", home)
        case .index: ("docs_index", index)
        case .document(let slug):
            documents.first { $0.slug == slug }.map { ("docs_document", values(of: $0)) }
        case .operation(let id):
            contract.operation(id).map { ("docs_operation", values(of: $0)) }
        case .error(let code): ("docs_error", values(of: code))
        case .texts, .documentText, .operationText: nil
        }
    }

    /// What the layout shows around a page.
    private func frame(_ subject: Subject) -> [String: PageValue] {
        let area: String? =
            if case .operation(let id) = subject { contract.operation(id)?.area } else { nil }
        return [
            "search_path": .text(searchIndex.path),
            "in_index": .flag(subject == .index),
            "documents": .list(
                documents.map { document in
                    .members([
                        "path": .text(document.path), "label": .text(document.title),
                        "is_current": .flag(subject == .document(document.slug)),
                    ])
                }),
            "areas": .list(
                contract.areas.map { item in
                    .members([
                        "path": .text(item.path), "label": .text(item.title),
                        "operations": .list(
                            item.name == area ? links(to: item.name, subject) : []),
                    ])
                }),
            "headings": .nothing, "text_path": .nothing,
        ]
    }

    private func links(to area: String, _ subject: Subject) -> [PageValue] {
        contract.operations.filter { $0.area == area }.map { operation in
            .members([
                "path": .text(operation.address), "label": .text(operation.summary),
                "is_current": .flag(subject == .operation(operation.id)),
            ])
        }
    }
}
