import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates a batch of codes, each of which can be redeemed once, and shows them once.
    static func createCodes(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createCodes", .post, "/v1/admin/campaigns/{campaign_id}/codes",
            .secret { request, tenant in
                let asked = try await CreateCodesRequest(reading: request)
                let campaign = asked.campaignID
                let batch = codes.promoCodes(
                    Int(asked.count), for: campaign, of: tenant,
                    idempotencyKey: asked.idempotency?.key)
                let answer = try await database.callOne(
                    CreateCodes(
                        campaignID: campaign, batchID: UUID(), codes: batch,
                        idempotencyKey: asked.idempotency?.key,
                        requestDigest: asked.idempotency?.requestDigest),
                    in: tenant)
                return .created(answer) { json in
                    json.name("codes")
                    json.beginArray()
                    for code in batch { json.string(code.text) }
                    json.endArray()
                }
            })
    }
}
