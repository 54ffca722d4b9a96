import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird
import Reconciliation

extension Route {
    /// *Restore purchases* from the phone itself: reads an end user back from RevenueCat.
    ///
    /// Whoever has a token may press the button as often as they like, and what the tenant may ask
    /// of RevenueCat is everybody's: each person is read once in a while.
    static func syncMe(_ database: Database, _ reading: SharedReading) -> Route {
        let recent = ExpiringCache<EndUser, ReadBack.Outcome>(
            lifetime: .seconds(10), maximumEntries: 10_000, now: monotonicTime)
        return Route(
            "syncMe", .post, "/v1/me/sync",
            .endUser { request, me in
                try await .synced(me.appUserID, of: me.tenant, database, request) {
                    let outcome = try await recent.value(for: me) {
                        try await reading.read(me.appUserID, of: me.tenant)
                    }
                    return outcome ?? .notConfigured
                }
            })
    }
}
