import Entitlements
import Pages

extension Site {
    var home: [String: PageValue] {
        [
            "title": .text(contract.title), "summary": .text(contract.summary),
            "description": .html(PageHTML(markdown: contract.description.firstParagraph)),
            "version": .text(Release.version),
            "entries": .list(
                documents.map {
                    .members([
                        "path": .text($0.path), "label": .text($0.title),
                        "summary": .html(PageHTML(inline: $0.summary)),
                    ])
                }),
        ]
    }

    /// The operations by area, then the error codes by status.
    var index: [String: PageValue] {
        let codes = ErrorCode.allCases.sorted {
            ($0.httpStatus, $0.rawValue) < ($1.httpStatus, $1.rawValue)
        }
        let headings =
            contract.areas.map { Heading(level: 2, text: $0.title, path: "#\($0.anchor)") }
            + [Heading(level: 2, text: "Errors", path: "#errors")]
        return [
            "title": .text("API"),
            "description": .html(PageHTML(markdown: contract.description)),
            "sections": .list(
                contract.areas.map { area in
                    .members([
                        "anchor": .text(area.anchor), "label": .text(area.title),
                        "summary": .text(area.description),
                        "operations": .list(
                            contract.operations.filter { $0.area == area.name }.map(\.entry)),
                    ])
                }),
            "codes": .list(codes.map(\.entry)), "headings": headings.value,
        ]
    }

    func values(of document: Document) -> [String: PageValue] {
        var rules = PageHTML.Rules()
        rules.hasDefinitions = document.hasDefinitions
        rules.target = { [documents] in document.target(of: $0, among: documents) }
        rules.addresses = { [finder] code in
            finder.operations(in: code).map { ($0.part, $0.operation.address) }
        }
        return [
            "title": .text(document.title), "text_path": .text("\(document.path).md"),
            "body": .html(PageHTML(markdown: document.markdown, rules)),
            "headings": document.headings.value,
        ]
    }
}

extension String {
    fileprivate var firstParagraph: String {
        firstRange(of: "\n\n").map { String(self[..<$0.lowerBound]) } ?? self
    }
}

extension Operation {
    /// A line of a list that leads to the operation's page.
    var entry: PageValue {
        .members([
            "method": .text(method), "method_class": .text(method.lowercased()),
            "path": .text(address), "label": .text(summary), "request_path": .text(path),
        ])
    }
}

extension ErrorCode {
    /// A line of a list that leads to the code's page.
    var entry: PageValue {
        .members([
            "status": .json(.integer(Int64(httpStatus))), "path": .text(address),
            "code": .text(rawValue), "label": .text(title),
        ])
    }
}
