import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists the end user's own changes after a number; can wait for the next one.
    static func listMyChanges(
        _ wait: ChangeWait, _ endUsers: EndUserAuthentication
    ) -> Route {
        Route(
            "listMyChanges", .get, "/v1/me/changes",
            .endUser { request, me in
                let asked = try ListMyChangesRequest(reading: request)
                let query = ChangeWait.Query(
                    after: asked.after, limit: asked.limit, waitSeconds: asked.wait,
                    environments: try PurchaseEnvironment.all(named: asked.environments))
                let reader = ChangeFeed.Reader(tenant: me.tenant, appUserID: me.appUserID)
                let page = try await request.whileWaiting(query) {
                    try await wait.page(query, for: reader, while: $0)
                } checkingAgain: {
                    _ = try await endUsers.endUser(of: request)
                }
                return .changes(page)
            })
    }
}
