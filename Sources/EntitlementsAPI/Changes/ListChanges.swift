import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists the tenant's changes after a number; can wait for the next one.
    static func listChanges(_ wait: ChangeWait) -> Route {
        Route(
            "listChanges", .get, "/v1/changes",
            .secret { request, tenant in
                let query = try ChangeWait.Query(
                    request.query(allowing: ChangeWait.Query.names))
                let reader = ChangeFeed.Reader(tenant: tenant, appUserID: nil)
                return try await .changes(
                    request.whileWaiting(query) { try await wait.page(query, for: reader) })
            })
    }
}

extension APIRequest {
    /// Runs a read that may wait, and cancels a waiting one if the client closes the connection.
    func whileWaiting<Value: Sendable>(
        _ query: ChangeWait.Query, _ operation: () async throws -> Value
    ) async throws -> Value {
        query.waitSeconds > 0 ? try await whileConnected(operation) : try await operation()
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
