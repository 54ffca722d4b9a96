import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Gives an orphan to the end user of the token.
    ///
    /// The end user is read from RevenueCat first: a RevenueCat customer with both ids is a proof
    /// and joins them. If RevenueCat cannot be read, the proof in the request decides.
    static func claimMine(
        _ database: Database, _ endUsers: EndUserAuthentication, _ snapshots: EndUserSnapshot
    ) -> Route {
        Route(
            "claimMine", .post, "/v1/me/claims",
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                let claim = try Claim(try await request.jsonBody(), by: Actor(me))
                return .answer(
                    try await claim.make(
                        for: me.appUserID, in: me.tenant, database, endUsers, request
                    ) {
                        _ = try await snapshots.readUncounted(me)
                    })
            })
    }
}
