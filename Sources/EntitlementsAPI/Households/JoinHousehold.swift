import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Redeems an invite's code: the app user becomes a member, or waits for the owner's
    /// confirmation.
    static func joinHousehold(_ database: Database) -> Route {
        Route(
            "joinHousehold", .post, "/v1/households/join",
            .secret { request, tenant in
                let asked = try await JoinHouseholdRequest(reading: request)
                let row = try await database.callOne(
                    JoinHousehold(
                        appUserID: asked.appUserID, codeDigest: SecretCode.digest(of: asked.code),
                        ignoreCooldown: asked.ignoreCooldown),
                    in: tenant)
                return .joined(asOf: row.answeredAsOf, isConfirmed: row.isConfirmed, row.answer)
            })
    }
}

extension Response {
    /// Answers with the household that an app user joined, or waits to join.
    static func joined(asOf: Timestamp, isConfirmed: Bool, _ answer: [UInt8]) -> Response {
        json(status: isConfirmed ? .ok : .accepted) { json in
            json.name("as_of")
            json.timestamp(asOf)
            json.name("is_confirmed")
            json.bool(isConfirmed)
            json.members(ofJSON: answer)
        }
    }
}
