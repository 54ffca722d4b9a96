import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates an invite to a household and shows its code once.
    static func createHouseholdInvite(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createHouseholdInvite", .post, "/v1/households/{household_id}/invites",
            me: "createMyHouseholdInvite", "/v1/me/household/invites"
        ) { request, household in
            try request.expectNoQuery()
            try household.requireIdentified()
            let body = try await request.bodyWithoutFields()
            let sent = try Idempotency(of: request, body: body)
            let idempotency = household.owner.map { sent?.own(of: $0) } ?? sent
            let code = codes.code(
                .invite, for: household.householdID?.uuid.uuidString ?? "me",
                of: household.tenant, idempotencyKey: idempotency?.key)
            let answer = try await database.callOne(
                CreateHouseholdInvite(
                    householdID: household.householdID, codeDigest: code.digest,
                    idempotencyKey: idempotency?.key, requestDigest: idempotency?.requestDigest,
                    ownerAppUserID: household.owner?.appUserID),
                in: household.tenant)
            return .created(answer) { json in
                json.name("invite_code")
                json.string(code.text)
            }
        }
    }
}
