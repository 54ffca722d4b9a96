import Documentation
import HTTPTypes

extension Route {
    /// Names the text of each document and each operation, for programs that read.
    static func listTexts() -> Route {
        Route(
            "listTexts", .get, "/llms.txt",
            .unauthenticated { try DocumentPages.answer(.texts, to: $0) })
    }
}
