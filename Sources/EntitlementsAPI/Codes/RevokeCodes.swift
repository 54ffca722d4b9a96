import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Route {
    /// Revokes a code, a batch or a campaign, with or without what it gave.
    static func revokeCodes(_ database: Database) -> Route {
        Route(
            "revokeCodes", .post, "/v1/admin/codes/revoke",
            fixes: [
                .codeNotFound: "Check the code's spelling, or name its batch or campaign instead."
            ],
            .secretWithActor { request, tenant, actor in
                let asked = try await RevokeCodesRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        RevokeCodes(
                            RevokeCodes.Target(asked), takeBack: asked.takeBack,
                            actor: actor.name, reason: asked.reason),
                        in: tenant))
            })
    }
}

extension RevokeCodes.Target {
    fileprivate init(_ asked: RevokeCodesRequest) {
        self.init()
        codeDigest = asked.code.map(PromoCode.digest(of:))
        batchID = asked.batchID
        campaignID = asked.campaignID
    }
}
