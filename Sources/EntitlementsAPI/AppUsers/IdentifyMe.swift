import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Has the anonymous person of a phone become the one whose token the request bears.
    ///
    /// Two proofs come together: the token, which names the account, and what the body shows of the
    /// anonymous person. A sign-in that became permanent needs no other than its own.
    static func identifyMe(_ database: Database, _ endUsers: EndUserAuthentication) -> Route {
        Route(
            "identifyMe", .post, "/v1/me/identify",
            .endUser { request, me in
                try request.expectNoQuery()
                guard !me.isAnonymous else {
                    throw Failure(.notIdentified, "The token is an anonymous person's.")
                }
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: Identification.fields)
                let identification = try Identification(
                    &fields, of: me.appUserID.rawValue, by: Actor(me))
                return .answer(
                    try await identification.make(in: me.tenant, database, endUsers, request))
            })
    }
}
