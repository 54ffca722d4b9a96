import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Route {
    /// Revokes a code, a batch or a campaign, with or without what it gave.
    static func revokeCodes(_ database: Database) -> Route {
        Route(
            "revokeCodes", .post, "/v1/admin/codes/revoke",
            fixes: [
                .codeNotFound: "Check the code's spelling, or name its batch or campaign instead."
            ],
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "",
                    allowing: RevokeCodes.Target.names + ["take_back", "reason"])
                let target = RevokeCodes.Target(from: &fields)
                let takeBack = fields.flag("take_back")
                let reason = fields.text("reason", bytes: 1...2_000)
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        RevokeCodes(
                            target, takeBack: takeBack, actor: actor.name, reason: reason),
                        in: tenant))
            })
    }
}

extension RevokeCodes.Target {
    fileprivate static let names = ["code", "batch_id", "campaign_id"]

    fileprivate init(from fields: inout BodyFields) {
        self.init()
        switch fields.onlyField(of: Self.names) {
        case "code":
            codeDigest = PromoCode.digest(
                of: fields.text("code", bytes: PresentedCode.bytesRange))
        case "batch_id":
            // The nil UUID, which no batch has, stands for any other text.
            batchID = UUID(uuidString: fields.text("batch_id", bytes: 1...200)) ?? .zero
        case "campaign_id": campaignID = fields.text("campaign_id", bytes: 1...200)
        default: break
        }
    }
}
