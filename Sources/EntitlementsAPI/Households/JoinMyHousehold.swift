import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Redeems an invite's code for the end user.
    static func joinMyHousehold(_ database: Database) -> Route {
        Route(
            "joinMyHousehold", .post, "/v1/me/household/join",
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                var fields = BodyFields(try await request.jsonBody(), at: "", allowing: ["code"])
                let code = fields.text("code", bytes: PresentedCode.bytesRange)
                try fields.finish()
                let row = try await database.callOne(
                    JoinMyHousehold(
                        appUserID: me.appUserID, codeDigest: SecretCode.digest(of: code)),
                    in: me.tenant)
                return .joined(asOf: row.answeredAsOf, isConfirmed: row.isConfirmed, row.answer)
            })
    }
}
