import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists people with what they may do: newest first, by the end of their access, or by change.
    static func listAppUsers(_ database: Database) -> Route {
        Route(
            "listAppUsers", .get, "/v1/admin/users",
            .support { request, tenant in
                let asked = try ListAppUsersRequest(reading: request)
                try asked.requireOneOrder()
                let cursor = try asked.cursor.map {
                    try AppUserListCursor(reading: $0, of: asked.sort)
                }
                let rows = try await database.call(
                    ListAppUsers(asked, after: cursor?.place), in: tenant)
                return .boundedPage(
                    rows, limit: asked.limit, cursor: { AppUserListCursor($0, of: asked.sort).text }
                ) { $0.answer }
            })
    }
}

extension ListAppUsersRequest {
    /// Throws if a parameter belongs to another order: no index has both.
    fileprivate func requireOneOrder() throws(Failure) {
        let foreign = [
            ("ends_after", "end", endsAfter), ("ends_before", "end", endsBefore),
            ("changed_since", "change", changedSince),
        ].first { $0.2 != nil && $0.1 != sort }
        if let (name, order, _) = foreign {
            throw QueryParameters.failure(name, "It needs sort=\(order).")
        }
    }
}

extension ListAppUsers {
    fileprivate init(_ asked: ListAppUsersRequest, after place: AppUserListCursor.Place?) {
        self.init(
            sort: asked.sort, environment: asked.environment, withKind: asked.kind,
            withPlan: asked.plan, withEntitlementID: asked.entitlementID, withStatus: asked.status,
            withProductID: asked.productID, withStore: asked.store, withSource: asked.source,
            withRenewal: asked.willRenew.map { $0 == "true" },
            withHousehold: asked.inHousehold.map { $0 == "true" }, endsAfter: asked.endsAfter,
            endsBefore: asked.endsBefore, changedSince: asked.changedSince,
            // One row more than the limit shows whether another page follows.
            pageLimit: asked.limit + 1, afterMoment: place?.moment?.moment,
            afterID: place?.moment?.id, afterNumber: place?.change?.number,
            afterFirstNumber: place?.change?.firstNumber)
    }
}
