import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Gives an orphan to the person whose token the request bears.
    ///
    /// They are read back from RevenueCat first: that it shows both ids on one customer is a proof,
    /// too, and joins the two. Where RevenueCat cannot be read, the proof that is shown counts.
    static func claimMine(
        _ database: Database, _ endUsers: EndUserAuthentication, _ reading: EndUserReading
    ) -> Route {
        Route(
            "claimMine", .post, "/v1/me/claims",
            .endUser { request, me in
                try request.expectNoQuery()
                guard !me.isAnonymous else {
                    throw Failure(.notIdentified, "The token is an anonymous person's.")
                }
                let claim = try Claim(try await request.jsonBody(), by: Actor(me))
                return .answer(
                    try await claim.make(
                        for: me.appUserID, in: me.tenant, database, endUsers, request
                    ) {
                        _ = try await reading.read(me)
                    })
            })
    }
}
