import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Counts usage of a limit, unless it exceeds what remains.
    static func consumeLimit(_ intake: RequestIntake<UseLimits>) -> Route {
        Route(
            "consumeLimit", .post, "/v1/users/{app_user_id}/limits/{limit_id}/consume",
            .secret { request, tenant in
                let asked = try await ConsumeLimitRequest(reading: request)
                return try await .ofUse(refusing: asked.refuse) {
                    try await intake.answer(
                        .init(
                            appUserID: asked.appUserID, limitID: asked.limitID,
                            amount: asked.amount,
                            reference: asked.reference ?? asked.idempotency?.key,
                            usedAt: asked.usedAt),
                        of: tenant, in: asked.environment)
                }
            })
    }
}

extension Response {
    /// Answers with a use of a limit; a reached limit is an answer, too, unless it is refused.
    static func ofUse(
        refusing isRefused: Bool, _ use: () async throws -> Answer
    ) async throws -> Response {
        do {
            let answer = try await use()
            return .json { json in
                json.name("as_of")
                json.timestamp(answer.asOf)
                json.name("is_allowed")
                json.bool(true)
                json.members(ofJSON: answer.json)
            }
        } catch let failure as Failure where failure.code == .limitReached && !isRefused {
            return .json { json in
                json.name("is_allowed")
                json.bool(false)
                if let members = failure.members { json.members(ofJSON: members) }
            }
        }
    }
}
