import Entitlements
import HTTPServer
import HTTPTypes

extension Route {
    /// Answers whether this server is ready: the database, the schema's version, the worker.
    static func getReadiness(_ readiness: @escaping @Sendable () async -> [ReadinessCheck]) -> Route
    {
        Route(
            "getReadiness", .get, "/readyz",
            .unauthenticated { _ in
                let checks = await readiness()
                let isReady = checks.allSatisfy(\.isReady)
                var response = Response.json(status: isReady ? .ok : .serviceUnavailable) { json in
                    json.name("status")
                    json.string(isReady ? "ready" : "not_ready")
                    json.name("checks")
                    json.beginArray()
                    for check in checks {
                        json.beginObject()
                        json.name("name")
                        json.string(check.name)
                        json.name("is_ready")
                        json.bool(check.isReady)
                        json.name("detail")
                        json.string(check.detail)
                        json.endObject()
                    }
                    json.endArray()
                }
                if !isReady {
                    response.headers[.retryAfter] = String(Problem.usualRetryAfterSeconds)
                }
                return response
            })
    }
}
