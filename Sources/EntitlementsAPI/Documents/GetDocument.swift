import Documentation
import HTTPTypes

extension Route {
    /// Shows a document of the project, or answers with its Markdown.
    static func getDocument() -> Route {
        Route(
            "getDocument", .get, "/docs/{document}",
            .unauthenticated { request in
                let name = try request.pathParameter(0)
                return try DocumentPages.answer(
                    name.withoutMarkdownSuffix.map { .documentText($0) } ?? .document(name),
                    to: request)
            })
    }
}
