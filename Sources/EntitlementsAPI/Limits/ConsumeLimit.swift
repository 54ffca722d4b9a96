import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Counts usage of a limit, unless it exceeds what remains.
    static func consumeLimit(_ intake: RequestIntake<UseLimits>) -> Route {
        Route(
            "consumeLimit", .post, "/v1/users/{app_user_id}/limits/{limit_id}/consume",
            .secret { request, tenant in
                let asked = try AskedUse(request)
                var fields = BodyFields(
                    try await request.jsonBody(), at: "",
                    nullable: ["amount", "reference", "used_at"])
                let use = try Use(from: &fields, of: request)
                let usedAt = fields.optionalTimestamp("used_at")
                try fields.finish()
                return try await asked.response {
                    try await intake.answer(
                        .init(
                            appUserID: try request.appUserID(),
                            limitID: try request.pathParameter(1), amount: use.amount,
                            reference: use.reference, usedAt: usedAt),
                        of: tenant, in: asked.environment)
                }
            })
    }
}

/// The query of a request to use a limit, and how its answer says whether the use is allowed.
struct AskedUse {
    let environment: String
    private let isRefusedAsProblem: Bool

    init(_ request: APIRequest) throws(Failure) {
        let query = try request.query(allowing: ["environment", "refuse"])
        environment = try query.environment()
        isRefusedAsProblem = try query.flag("refuse", default: true)
    }

    /// Answers with the use; with `refuse=false` also a reached limit is an answer.
    func response(_ use: () async throws -> Answer) async throws -> Response {
        do {
            let answer = try await use()
            return .json { json in
                json.name("as_of")
                json.timestamp(answer.asOf)
                json.name("is_allowed")
                json.bool(true)
                json.members(ofJSON: answer.json)
            }
        } catch let failure as Failure
            where failure.code == .limitReached && !isRefusedAsProblem
        {
            return .json { json in
                json.name("is_allowed")
                json.bool(false)
                if let members = failure.members { json.members(ofJSON: members) }
            }
        }
    }
}

/// The amount and the reference of a request to use a limit.
package struct Use {
    package static let amountRange: ClosedRange<Int32> = 1...1_000_000
    package static let referenceBytesRange = 1...255

    let amount: Int32
    let reference: String?

    /// The Idempotency-Key is the reference if the body has none.
    init(from fields: inout BodyFields, of request: APIRequest) throws(Failure) {
        amount = fields.integer("amount", in: Self.amountRange, default: 1)
        let key = try Idempotency(of: request, body: [])?.key
        reference = fields.optionalText("reference", bytes: Self.referenceBytesRange) ?? key
    }
}
