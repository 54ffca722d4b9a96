import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Merges an anonymous app user into an identified one.
    static func identifyAppUser(_ database: Database, _ endUsers: EndUserAuthentication) -> Route {
        Route(
            "identifyAppUser", .post, "/v1/users/identify",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "",
                    allowing: Identification.required + ["app_user_id"],
                    nullable: Identification.optional)
                let identified = fields.appUserID("app_user_id")
                let identification = try Identification(&fields, of: identified, by: actor)
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

    static let required = ["anonymous_app_user_id"]
    static let optional = ["proof", "dry_run"]

    init(
        _ fields: inout BodyFields, of identified: AppUserID, by actor: Actor
    ) throws(Failure) {
        anonymous = fields.appUserID("anonymous_app_user_id")
        var actor = actor
        // A token for the same id is proof enough.
        if anonymous == identified, actor.vouchedBy == nil { actor.vouchedBy = "anonymous_token" }
        proof = Proof.read(from: &fields, of: actor)
        isDryRun = fields.flag("dry_run")
        self.identified = identified
        self.actor = actor
        try fields.finish()
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
