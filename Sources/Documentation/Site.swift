import Crypto
package import Entitlements
import FoundationEssentials
import Synchronization

/// The documentation pages of this server: server-rendered, and without scripts or other resources.
///
/// A page is rendered when it is first asked for, and kept. There are as many as the documents, the
/// operations and the error codes together, so the memory is bounded.
package final class Site: Sendable {
    /// A text of the project that becomes a page.
    package struct Document: Sendable {
        /// The last part of its address, such as `recipes`.
        package let slug: String
        let title: String
        let summary: String
        let markdown: String

        /// The title is the document's first line.
        package init(name: String, summary: String, markdown: String) {
            slug = name.lowercased()
            self.summary = summary
            let firstLine = markdown.split(separator: "\n").first ?? "# \(name)"
            title = String(firstLine.drop { "# ".contains($0) })
            self.markdown = markdown
        }
    }

    package struct Page: Sendable {
        package let html: String
        /// A strong entity tag, in quotes.
        package let tag: String
    }

    /// What a page is about.
    package enum Subject: Hashable, Sendable {
        case home
        case index
        case document(String)
        case operation(String)
        case error(ErrorCode)
    }

    let contract: Contract
    let documents: [Document]
    private let pages = Mutex<[Subject: Page]>([:])

    package init(contract: Contract, documents: [Document]) {
        self.contract = contract
        self.documents = documents
    }

    /// Nil if there is no such document or operation.
    package func page(_ subject: Subject) -> Page? {
        if let kept = pages.withLock({ $0[subject] }) { return kept }
        guard let (title, body) = content(of: subject) else { return nil }
        let html = frame(title, body)
        let digest = SHA256.hash(data: Array(html.utf8)).prefix(16)
        let page = Page(html: html, tag: "\"\(Hexadecimal.text(digest))\"")
        pages.withLock { $0[subject] = page }
        return page
    }

    private func content(of subject: Subject) -> (title: String, body: HTMLWriter)? {
        switch subject {
        case .home: ("Hearth", homePage())
        case .index: ("API", indexPage())
        case .document(let slug):
            documents.first { $0.slug == slug }.map { ($0.title, documentPage($0)) }
        case .operation(let id): contract.operation(id).map { ($0.summary, operationPage($0)) }
        case .error(let code): (code.rawValue, errorPage(code))
        }
    }

    /// The policy of every page: its own style, and nothing else.
    package static let contentSecurityPolicy: String = {
        let digest = Data(SHA256.hash(data: Array(Style.text.utf8))).base64EncodedString()
        return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'"
    }()

    private func frame(_ title: String, _ body: HTMLWriter) -> String {
        var head = HTMLWriter()
        head.element("title", title == "Hearth" ? title : "\(title) · Hearth")
        var header = HTMLWriter()
        header.element("header") { html in
            html.element("a", ["href": "/"], "Hearth")
            html.element("a", ["href": "/docs"], "API")
            for document in documents {
                html.element("a", ["href": "/docs/\(document.slug)"], document.title)
            }
        }
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width,initial-scale=1">\(head.html)\
            <style>\(Style.text)</style></head>\
            <body>\(header.html)<main>\(body.html)</main></body></html>

            """
    }
}
