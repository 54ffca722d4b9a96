import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Redeems an invite's code for the end user.
    static func joinMyHousehold(_ database: Database) -> Route {
        Route(
            "joinMyHousehold", .post, "/v1/me/household/join",
            .endUser { request, me in
                try me.requireIdentified()
                let asked = try await JoinMyHouseholdRequest(reading: request)
                let row = try await database.callOne(
                    JoinMyHousehold(
                        appUserID: me.appUserID, codeDigest: SecretCode.digest(of: asked.code)),
                    in: me.tenant)
                return .joined(asOf: row.answeredAsOf, isConfirmed: row.isConfirmed, row.answer)
            })
    }
}
