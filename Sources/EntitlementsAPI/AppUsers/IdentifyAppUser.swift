import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Merges an anonymous app user into an identified one.
    static func identifyAppUser(_ database: Database, _ endUsers: EndUserAuthentication) -> Route {
        Route(
            "identifyAppUser", .post, "/v1/users/identify",
            .secretWithActor { request, tenant, actor in
                let asked = try await IdentifyAppUserRequest(reading: request)
                let identification = Identification(
                    of: asked.anonymousAppUserID, as: asked.appUserID, proof: asked.proof,
                    isDryRun: asked.dryRun, by: actor)
                return .answer(
                    try await identification.make(in: tenant, database, endUsers, request))
            })
    }
}

/// A request to merge an anonymous id into an identified one, with its proof.
struct Identification {
    let anonymous: AppUserID
    let identified: AppUserID
    let proof: Proof?
    let isDryRun: Bool
    let actor: Actor

    /// A token for the same id is proof enough.
    init(
        of anonymous: AppUserID, as identified: AppUserID, proof: ProofFields?, isDryRun: Bool,
        by actor: Actor
    ) {
        var actor = actor
        if anonymous == identified, actor.vouchedBy == nil { actor.vouchedBy = "anonymous_token" }
        self.anonymous = anonymous
        self.identified = identified
        self.proof = Proof(proof, by: actor)
        self.isDryRun = isDryRun
        self.actor = actor
    }

    func make(
        in tenant: TenantID, _ database: Database, _ endUsers: EndUserAuthentication,
        _ request: APIRequest
    ) async throws -> Answer {
        try await proof?.verify(for: anonymous, in: tenant, by: endUsers, request.logger)
        return try await database.callOne(
            IdentifyAppUser(
                anonymousAppUserID: anonymous, appUserID: identified, proof: proof?.kind,
                proofDigest: proof?.digest, actor: actor.name, isDryRun: isDryRun),
            in: tenant)
    }
}
