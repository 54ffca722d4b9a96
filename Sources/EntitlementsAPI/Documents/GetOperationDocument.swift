import Documentation
import HTTPTypes

extension Route {
    /// Shows an operation: its request, its answers, its errors, and a line to paste.
    static func getOperationDocument() -> Route {
        Route(
            "getOperationDocument", .get, "/docs/operations/{operation_id}",
            .unauthenticated { request in
                let id = try request.pathParameter(0)
                return try DocumentPages.answer(
                    id.withoutMarkdownSuffix.map { .operationText($0) } ?? .operation(id),
                    to: request)
            })
    }
}
