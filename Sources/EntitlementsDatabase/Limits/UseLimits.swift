package import Entitlements
package import Postgres

/// Counts uses of limits by app users of one tenant, or reserves them.
///
/// A reservation lasts until it is confirmed, released or expired. A use with a reference counts
/// once. Refuses a use with `limit_not_in_catalog`, `limit_reached` or `reference_reused`.
package struct UseLimits: RequestSetCall {
    package static let function = "use_limits"
    package static let parameters = [
        Parameter("app_user_ids", .textArray),
        Parameter("limit_ids", .textArray),
        Parameter("amounts", .int4Array),
        Parameter("use_references", .textArray),
        Parameter("expires_in_seconds", .int4Array),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package struct Request: Sendable {
        package let appUserID: String
        package let limitID: String
        package let amount: Int32
        package let reference: String?
        /// How long the use is reserved; nil for a use that counts at once.
        package let expiresInSeconds: Int32?

        package init(
            appUserID: String, limitID: String, amount: Int32, reference: String?,
            expiresInSeconds: Int32? = nil
        ) {
            self.appUserID = appUserID
            self.limitID = limitID
            self.amount = amount
            self.reference = reference
            self.expiresInSeconds = expiresInSeconds
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

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(uses.map(\.appUserID))
        try arguments.append(uses.map(\.limitID))
        try arguments.append(uses.map(\.amount))
        try arguments.append(uses.map(\.reference))
        try arguments.append(uses.map(\.expiresInSeconds))
        try arguments.append(environment)
        try arguments.append(asOf)
    }

    package static func detail(of refusal: ErrorCode) -> String {
        switch refusal {
        case .limitNotInCatalog: "The tenant's catalog has no limit of this name."
        case .limitReached: "This would be more than what is left of the limit."
        case .referenceReused: "This reference came with another amount before."
        default: "The use is refused."
        }
    }
}
