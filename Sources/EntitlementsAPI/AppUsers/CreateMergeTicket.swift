import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates a ticket that allows merging one anonymous id into one identified id, and shows it
    /// once.
    static func createMergeTicket(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createMergeTicket", .post, "/v1/users/merge_tickets",
            .secret { request, tenant in
                try request.expectNoQuery()
                try request.expectJSON()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(
                    try JSONParser.parse(body), at: "",
                    allowing: ["anonymous_app_user_id", "app_user_id"], nullable: ["ttl_seconds"])
                let anonymous = fields.appUserID("anonymous_app_user_id")
                let identified = fields.appUserID("app_user_id")
                let seconds = fields.integer("ttl_seconds", in: 60...600, default: 300)
                if anonymous == identified {
                    fields.note("app_user_id", "It must not be the anonymous id.")
                }
                try fields.finish()
                let ticket = codes.code(
                    .mergeTicket, for: "\(anonymous.rawValue.utf8.count):\(anonymous)\(identified)",
                    of: tenant, idempotencyKey: idempotency?.key)
                let row = try await database.callOne(
                    CreateMergeTicket(
                        anonymousAppUserID: anonymous, appUserID: identified, digest: ticket.digest,
                        ttlSeconds: seconds, idempotencyKey: idempotency?.key,
                        requestDigest: idempotency?.requestDigest),
                    in: tenant)
                return .json(status: .created) { json in
                    json.name("merge_ticket")
                    json.string(ticket.text)
                    json.name("expires_at")
                    json.timestamp(row.expiresAt)
                }
            })
    }
}
