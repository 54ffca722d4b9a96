import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Has an anonymous person become the one whose account is named: the upgrade.
    static func identifyAppUser(_ database: Database) -> Route {
        Route(
            "identifyAppUser", .post, "/v1/users/identify",
            .voucher { request, tenant, actor in
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "",
                    allowing: ["anonymous_app_user_id", "app_user_id", "proof", "dry_run"])
                let anonymous = fields.text("anonymous_app_user_id", as: AppUserID.self)
                let identified = fields.text("app_user_id", as: AppUserID.self)
                let proof = Proof.read(from: &fields, of: actor)
                let isDryRun = fields.flag("dry_run")
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        IdentifyAppUser(
                            anonymousAppUserID: anonymous, appUserID: identified,
                            proof: proof?.kind,
                            proofDigest: proof?.digest, actor: actor.name, dryRun: isDryRun),
                        in: tenant))
            })
    }
}
