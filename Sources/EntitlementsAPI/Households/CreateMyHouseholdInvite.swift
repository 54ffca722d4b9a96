import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates an invite to the household that the end user owns, and shows its code once.
    static func createMyHouseholdInvite(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createMyHouseholdInvite", .post, "/v1/me/household/invites",
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                let body = try await request.bodyWithoutFields()
                let idempotency = try Idempotency(of: request, body: body, by: me)
                let code = codes.code(
                    .invite, for: "me", of: me.tenant, idempotencyKey: idempotency?.key)
                let answer = try await database.callOne(
                    CreateMyHouseholdInvite(
                        appUserID: me.appUserID, codeDigest: code.digest,
                        idempotencyKey: idempotency?.key,
                        requestDigest: idempotency?.requestDigest),
                    in: me.tenant)
                return .created(answer) { json in
                    json.name("invite_code")
                    json.string(code.text)
                }
            })
    }
}
