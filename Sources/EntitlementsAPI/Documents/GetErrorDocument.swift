import Documentation
import Entitlements
import HTTPTypes

extension Route {
    /// Shows an error code, at the address that a problem's `type` names.
    static func getErrorDocument() -> Route {
        Route(
            "getErrorDocument", .get, "/errors/{code}",
            .unauthenticated { request in
                let code = ErrorCode(rawValue: try request.pathParameter(0))
                return try DocumentPages.answer(code.map { .error($0) }, to: request)
            })
    }
}
