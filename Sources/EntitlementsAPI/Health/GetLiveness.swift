import Entitlements
import HTTPTypes
import Hummingbird

extension Route {
    /// Whether the process answers at all.
    ///
    /// It asks nobody, so that a database that is away never gets this process killed.
    static func getLiveness() -> Route {
        Route(
            "getLiveness", .get, "/livez",
            .anybody { _ in
                .json { json in
                    json.name("status")
                    json.string("alive")
                }
            })
    }
}
