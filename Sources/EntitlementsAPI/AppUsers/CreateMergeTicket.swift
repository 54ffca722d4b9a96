import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates a ticket that allows merging one anonymous id into one identified id, and shows it
    /// once.
    static func createMergeTicket(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createMergeTicket", .post, "/v1/users/merge_tickets",
            .secret { request, tenant in
                let asked = try await CreateMergeTicketRequest(reading: request)
                let (anonymous, identified) = (asked.anonymousAppUserID, asked.appUserID)
                let ticket = codes.code(
                    .mergeTicket, for: "\(anonymous.rawValue.utf8.count):\(anonymous)\(identified)",
                    of: tenant, idempotencyKey: asked.idempotency?.key)
                let row = try await database.callOne(
                    CreateMergeTicket(
                        anonymousAppUserID: anonymous, appUserID: identified, digest: ticket.digest,
                        ttlSeconds: asked.ttlSeconds, idempotencyKey: asked.idempotency?.key,
                        requestDigest: asked.idempotency?.requestDigest),
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

extension CreateMergeTicketRequest {
    func check(_ fields: inout BodyFields) {
        if anonymousAppUserID == appUserID {
            fields.note("app_user_id", "It must not be the anonymous id.")
        }
    }
}
