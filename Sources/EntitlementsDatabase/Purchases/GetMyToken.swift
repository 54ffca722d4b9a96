package import Entitlements
package import Postgres

/// Returns the end user's entitlements for a signed statement, and until when it may be believed.
package struct GetMyToken: TenantCall {
    package static let function = "get_my_token"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("answered_as_of", .timestamptz),
        Column("answer", .json),
        Column("valid_until", .timestamptz),
    ]

    package struct Row: Sendable {
        package let answeredAsOf: Timestamp
        /// JSON text.
        package let answer: [UInt8]
        package let validUntil: Timestamp
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
            validUntil: try row.next()
        )
    }
}
