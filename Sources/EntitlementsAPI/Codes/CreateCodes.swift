import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates a batch of codes, each of which can be redeemed once, and shows them once.
    static func createCodes(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createCodes", .post, "/v1/admin/campaigns/{campaign_id}/codes",
            .secret { request, tenant in
                try request.expectNoQuery()
                try request.expectJSON()
                let campaign = try request.pathParameter(0)
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(try JSONParser.parse(body), at: "", allowing: ["count"])
                let count = fields.integer("count", in: 1...CreateCodes.maximumCodes, default: 1)
                try fields.finish()
                let batch = codes.promoCodes(
                    Int(count), for: campaign, of: tenant, idempotencyKey: idempotency?.key)
                let answer = try await database.callOne(
                    CreateCodes(
                        campaignID: campaign, batchID: UUID(), codes: batch,
                        idempotencyKey: idempotency?.key,
                        requestDigest: idempotency?.requestDigest),
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
