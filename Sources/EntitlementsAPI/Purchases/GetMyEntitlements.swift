import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns the end user's entitlements, and when the answer next changes.
    ///
    /// Can wait for a new purchase.
    static func getMyEntitlements(
        _ database: Database, _ wait: PurchaseWait, _ snapshots: EndUserSnapshot
    ) -> Route {
        Route(
            "getMyEntitlements", .get, "/v1/me/entitlements",
            .endUser { request, me in
                try await .entitlements(of: me.appUserID, in: me.tenant, database, request) {
                    try await wait.isKnown($0, to: me, while: $1) {
                        try await snapshots.read(me)
                    }
                }
            })
    }
}
