import Entitlements
import HTTPTypes

extension ConsoleRoute {
    /// The state of a tenant: webhooks, coverage and findings.
    static let showOverview = ConsoleRoute(
        .get, "/console/{tenant}",
        .signedIn { request in
            let webhooks = try await request.api.get("/v1/admin/webhooks")
            return try request.page(
                "overview", title: "Overview", area: "overview",
                ["webhooks": webhooks])
        })
}
