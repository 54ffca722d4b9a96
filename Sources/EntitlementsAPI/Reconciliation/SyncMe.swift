import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird
import Reconciliation

extension Route {
    /// *Restore purchases* from the phone itself: reads an end user back from RevenueCat now.
    static func syncMe(_ database: Database, _ reading: SharedReading) -> Route {
        Route(
            "syncMe", .post, "/v1/me/sync",
            .endUser { request, me in
                try await .synced(me.appUserID, of: me.tenant, database, reading, request)
            })
    }
}
