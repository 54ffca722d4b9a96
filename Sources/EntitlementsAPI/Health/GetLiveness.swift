import Entitlements
import HTTPServer
import HTTPTypes

extension Route {
    /// Answers that the process is alive.
    ///
    /// It does not ask the database, so that an unreachable database does not get the process
    /// killed.
    static func getLiveness() -> Route {
        Route(
            "getLiveness", .get, "/livez",
            .unauthenticated { _ in
                .json { json in
                    json.name("status")
                    json.string("alive")
                }
            })
    }
}
