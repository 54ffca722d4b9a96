import Documentation
import HTTPTypes

extension Route {
    /// Shows a document of the project.
    static func getDocument() -> Route {
        Route(
            "getDocument", .get, "/docs/{document}",
            .unauthenticated { request in
                try Pages.answer(.document(try request.pathParameter(0)), to: request)
            })
    }
}
