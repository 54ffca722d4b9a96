import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Merges the anonymous app user of a phone into the end user of the token.
    ///
    /// Needs two proofs: the token, and a proof of the anonymous id in the body. If both ids are
    /// equal, the token suffices.
    static func identifyMe(_ database: Database, _ endUsers: EndUserAuthentication) -> Route {
        Route(
            "identifyMe", .post, "/v1/me/identify",
            .endUser { request, me in
                try me.requireIdentified()
                let asked = try await IdentifyMeRequest(reading: request)
                let identification = Identification(
                    of: asked.anonymousAppUserID, as: me.appUserID, proof: asked.proof,
                    isDryRun: asked.dryRun, by: Actor(me))
                return .answer(
                    try await identification.make(in: me.tenant, database, endUsers, request))
            })
    }
}
