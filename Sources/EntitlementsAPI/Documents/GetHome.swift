import Documentation
import HTTPTypes

extension Route {
    /// Shows what this server is, and where its documentation is.
    static func getHome() -> Route {
        Route("getHome", .get, "/", .unauthenticated { try DocumentPages.answer(.home, to: $0) })
    }
}
