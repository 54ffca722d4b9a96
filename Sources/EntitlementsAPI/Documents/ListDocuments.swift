import Documentation
import HTTPTypes

extension Route {
    /// Shows the operations by area, and the error codes.
    static func listDocuments() -> Route {
        Route(
            "listDocuments", .get, "/docs",
            .unauthenticated { try DocumentPages.answer(.index, to: $0) })
    }
}
