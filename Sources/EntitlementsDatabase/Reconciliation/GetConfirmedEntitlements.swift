package import Entitlements
package import Postgres

/// Returns an app user's entitlements, as the JSON of the contract, and when RevenueCat was last
/// asked about them.
package struct GetConfirmedEntitlements: TenantCall {
    package static let function = "get_confirmed_entitlements"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("answered_as_of", .timestamptz),
        Column("answer", .json),
        Column("confirmed_at", .timestamptz),
    ]

    package struct Row: Sendable {
        package let answeredAsOf: Timestamp
        /// JSON text, as of `GetEntitlements`.
        package let answer: [UInt8]
        /// Nil if RevenueCat was never asked.
        package let confirmedAt: Timestamp?
    }

    package let appUserID: AppUserID
    package let environment: String
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, environment: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.environment = environment
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            answeredAsOf: try row.next(),
            answer: try row.next(JSONText.self).bytes,
            confirmedAt: try row.nextIfPresent()
        )
    }
}
