import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird
import Reconciliation

extension Route {
    /// *Restore purchases* from the phone: reads the end user from RevenueCat now.
    static func syncMe(_ database: Database, _ snapshots: EndUserSnapshot) -> Route {
        Route(
            "syncMe", .post, "/v1/me/sync",
            .endUser { request, me in
                try await .synced(me.appUserID, of: me.tenant, database, request) {
                    try await snapshots.restore(me)
                }
            })
    }
}
