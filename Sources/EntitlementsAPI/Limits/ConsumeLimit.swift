import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Counts what a person used against a limit, unless it would be more than they may.
    static func consumeLimit(_ intake: RequestIntake<UseLimits>) -> Route {
        Route(
            "consumeLimit", .post, "/v1/users/{app_user_id}/limits/{limit_id}/consume",
            .secret { request, tenant in
                let environment = try request.environment()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["amount", "reference"])
                let use = try Use(from: &fields, of: request)
                try fields.finish()
                return .answer(
                    try await intake.answer(
                        .init(
                            appUserID: try request.appUserID().rawValue,
                            limitID: try request.pathParameter(1), amount: use.amount,
                            reference: use.reference),
                        of: tenant, in: environment))
            })
    }
}

/// How much of a limit a request would use, and for what.
struct Use {
    static let amountRange: ClosedRange<Int32> = 1...1_000_000
    static let referenceBytesRange = 1...255

    let amount: Int32
    let reference: String?

    /// An Idempotency-Key is a reference, where the body has no other.
    init(from fields: inout BodyFields, of request: APIRequest) throws(Failure) {
        amount = fields.integer("amount", in: Self.amountRange, default: 1)
        let key = try Idempotency(of: request, body: [])?.key
        reference = fields.optionalText("reference", bytes: Self.referenceBytesRange) ?? key
    }
}
