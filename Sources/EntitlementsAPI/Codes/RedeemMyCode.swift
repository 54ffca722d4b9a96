import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Redeems a code for the end user.
    static func redeemMyCode(_ database: Database) -> Route {
        Route(
            "redeemMyCode", .post, "/v1/me/codes/redeem",
            .endUser { request, me in
                try await .redeemed(by: me.appUserID, in: me.tenant, Actor(me), database, request)
            })
    }
}
