package import Entitlements
package import Postgres

/// Counts uses of limits by app users of one tenant, or reserves them.
///
/// A reservation lasts until it is confirmed, released or expired. A use with a reference counts
/// once. Refuses a use with `limit_not_in_catalog`, `limit_reached`, `reference_reused` or
/// `used_at_out_of_range`.
package struct UseLimits: RequestSetCall {
    package static let function = "use_limits"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_ids", \.uses, each: \.appUserID),
        Parameter("limit_ids", \.uses, each: \.limitID),
        Parameter("amounts", \.uses, each: \.amount),
        Parameter("use_references", \.uses, each: \.reference),
        Parameter("expires_in_seconds", \.uses, each: \.expiresInSeconds),
        Parameter("used_ats", \.uses, each: \.usedAt),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package struct Request: Sendable {
        package let appUserID: AppUserID
        package let limitID: String
        package let amount: Int32
        package let reference: String?
        /// How long the use is reserved; nil for a use that counts at once.
        package let expiresInSeconds: Int32?
        /// When it was used, for a use of the past; it counts even above the limit.
        package let usedAt: Timestamp?

        package init(
            appUserID: AppUserID, limitID: String, amount: Int32, reference: String?,
            expiresInSeconds: Int32? = nil, usedAt: Timestamp? = nil
        ) {
            self.appUserID = appUserID
            self.limitID = limitID
            self.amount = amount
            self.reference = reference
            self.expiresInSeconds = expiresInSeconds
            self.usedAt = usedAt
        }
    }

    package let uses: [Request]
    package let environment: String
    package let asOf: Timestamp?

    package init(_ uses: [Request], environment: String, asOf: Timestamp? = nil) {
        self.uses = uses
        self.environment = environment
        self.asOf = asOf
    }

    package static func detail(of refusal: ErrorCode) -> String {
        switch refusal {
        case .limitReached: "This would be more than what is left of the limit."
        case .referenceReused: "This reference came with another amount before."
        case .usedAtOutOfRange: "A use lies at most 366 days in the past, and not in the future."
        default: "The use is refused."
        }
    }
}
