import Entitlements

extension Site {
    func homePage() -> HTMLWriter {
        var html = HTMLWriter()
        html.element("h1", contract.title)
        html.element("p", ["class": "lead"], contract.summary)
        html.markdown(contract.description.firstParagraph)
        html.element("h2", "Read")
        html.element("ul", ["class": "list"]) { html in
            html.entry(
                "/docs", "API", "Every request, its answer, its errors and a line to paste.")
            for document in documents {
                html.entry("/docs/\(document.slug)", document.title, document.summary)
            }
            html.entry("/openapi.yaml", "openapi.yaml", "The same for programs that make clients.")
        }
        html.element("h2", "This server")
        html.element("p", ["class": "dim"], "Hearth \(Release.version)")
        html.element("ul", ["class": "list"]) { html in
            html.entry("/livez", "livez", "Whether the process is alive.")
            html.entry("/readyz", "readyz", "Whether it is ready for requests, check by check.")
        }
        return html
    }

    /// The operations by area, then the error codes by status.
    func indexPage() -> HTMLWriter {
        var html = HTMLWriter()
        html.element("h1", "API")
        html.markdown(contract.description)
        for area in contract.areas {
            html.element("h2", ["id": area.name.lowercased()], area.name)
            if !area.description.isEmpty { html.element("p", ["class": "dim"], area.description) }
            html.element("ul", ["class": "list"]) { html in
                for operation in contract.operations where operation.area == area.name {
                    html.entry(operation)
                }
            }
        }
        html.element("h2", ["id": "errors"], "Errors")
        html.element("p", "Each problem has a code, and its type is the address of a page.")
        let codes = ErrorCode.allCases.sorted {
            ($0.httpStatus, $0.rawValue) < ($1.httpStatus, $1.rawValue)
        }
        html.element("ul", ["class": "list"]) { html in
            for code in codes { html.entry(code) }
        }
        return html
    }

    func documentPage(_ document: Document) -> HTMLWriter {
        var html = HTMLWriter()
        html.markdown(document.markdown, link: link)
        return html
    }

    /// Links between the documents stay; a file that is not served becomes text.
    private func link(_ target: String) -> String? {
        if target.hasPrefix("https://") || target.hasPrefix("#") { return target }
        let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
        guard let file = parts.first, file.hasSuffix(".md") else { return nil }
        let name = file.split(separator: "/").last.map { $0.dropLast(3).lowercased() }
        guard !file.hasPrefix(".."), documents.contains(where: { $0.slug == name }), let name
        else { return nil }
        return parts.count > 1 ? "/docs/\(name)#\(parts[1])" : "/docs/\(name)"
    }
}

extension String {
    fileprivate var firstParagraph: String {
        firstRange(of: "\n\n").map { String(self[..<$0.lowerBound]) } ?? self
    }
}

extension HTMLWriter {
    /// A line of a list that leads to a page.
    fileprivate mutating func entry(_ address: String, _ name: String, _ sentence: String) {
        element("li") { html in
            html.element("a", ["href": address], name)
            html.text(" ")
            html.element("span", ["class": "dim"]) { $0.inline(sentence) }
        }
    }

    mutating func entry(_ operation: Operation) {
        element("li", ["class": "call"]) { html in
            html.method(operation)
            html.element("a", ["href": "/docs/operations/\(operation.id)"], operation.summary)
            html.element("code", operation.path)
        }
    }

    mutating func method(_ operation: Operation) {
        let name = operation.method
        element("span", ["class": "method \(name.lowercased())"], name)
    }

    mutating func entry(_ code: ErrorCode) {
        element("li", ["class": "call"]) { html in
            html.element("span", ["class": "method"], String(code.httpStatus))
            html.element("a", ["href": "/errors/\(code.rawValue)"], code.rawValue)
            html.element("span", ["class": "dim"], code.title)
        }
    }
}
