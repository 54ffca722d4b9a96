import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates an invite to a household and shows its code once.
    static func createHouseholdInvite(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createHouseholdInvite", .post, "/v1/households/{household_id}/invites",
            .secret { request, tenant in
                let household = try request.householdID()
                try request.expectNoQuery()
                let body = try await request.bodyWithoutFields()
                let idempotency = try Idempotency(of: request, body: body)
                let code = codes.code(
                    .invite, for: household.uuid.uuidString, of: tenant,
                    idempotencyKey: idempotency?.key)
                let answer = try await database.callOne(
                    CreateHouseholdInvite(
                        householdID: household, codeDigest: code.digest,
                        idempotencyKey: idempotency?.key,
                        requestDigest: idempotency?.requestDigest),
                    in: tenant)
                return .created(answer) { json in
                    json.name("invite_code")
                    json.string(code.text)
                }
            })
    }
}
