import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists the tenant's changes after a number; can wait for the next one.
    static func listChanges(_ wait: ChangeWait, _ keys: KeyAuthentication) -> Route {
        Route(
            "listChanges", .get, "/v1/changes",
            .secret { request, tenant in
                let asked = try ListChangesRequest(reading: request)
                let query = ChangeWait.Query(
                    after: asked.after, limit: asked.limit, waitSeconds: asked.wait,
                    environments: try PurchaseEnvironment.all(named: asked.environments))
                let reader = ChangeFeed.Reader(tenant: tenant, appUserID: nil)
                let page = try await request.whileWaiting(query) {
                    try await wait.page(query, for: reader, while: $0)
                } checkingAgain: {
                    _ = try await keys.caller(of: request, allowing: .secret)
                }
                return .changes(page)
            })
    }
}

extension APIRequest {
    /// Runs a read that may wait, as long as the client is there.
    ///
    /// The caller of one that waited is checked again: a key may be revoked by then, or a token
    /// expired.
    func whileWaiting<Value: Sendable>(
        _ query: ChangeWait.Query, _ operation: (AsyncStream<Void>?) async throws -> Value,
        checkingAgain check: () async throws -> Void
    ) async throws -> Value {
        guard query.waitSeconds > 0 else { return try await operation(nil) }
        let value = try await whileConnected(operation)
        try await check()
        return value
    }
}

extension Response {
    /// Answers with a page of changes.
    static func changes(_ page: ChangeWait.Page) -> Response {
        json { json in
            json.name("data")
            json.beginArray()
            for change in page.changes {
                json.beginObject()
                json.members(ofJSON: change.json)
                json.endObject()
            }
            json.endArray()
            json.name("next_after")
            json.integer(page.nextAfter)
            json.name("last_number")
            json.integer(page.lastNumber)
        }
    }
}
