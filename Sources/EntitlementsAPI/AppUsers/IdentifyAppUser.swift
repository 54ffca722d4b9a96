import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Has an anonymous person become the one whose account is named: the upgrade.
    static func identifyAppUser(_ database: Database, _ endUsers: EndUserAuthentication) -> Route {
        Route(
            "identifyAppUser", .post, "/v1/users/identify",
            .voucher { request, tenant, actor in
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "",
                    allowing: Identification.fields + ["app_user_id"])
                let identified = fields.text("app_user_id", as: AppUserID.self)
                let identification = try Identification(&fields, of: identified, by: actor)
                return .answer(
                    try await identification.make(in: tenant, database, endUsers, request))
            })
    }
}

/// What a body asks to be identified, as whom, and on what proof.
struct Identification {
    let anonymous: String
    let identified: String
    let proof: Proof?
    let isDryRun: Bool
    let actor: Actor

    static let fields = ["anonymous_app_user_id", "proof", "dry_run"]

    init(
        _ fields: inout BodyFields, of identified: String, by actor: Actor
    ) throws(Failure) {
        anonymous = fields.text("anonymous_app_user_id", as: AppUserID.self)
        var actor = actor
        // Whoever shows a token of the very id has shown what there is to show.
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
                proofDigest: proof?.digest, actor: actor.name, dryRun: isDryRun),
            in: tenant)
    }
}
