package import Entitlements
package import Postgres

/// Counts a use of a limit by the end user.
///
/// Fails with `limit_not_consumable`. Refuses with `limit_not_in_catalog`, `limit_reached` or
/// `reference_reused`.
package struct ConsumeMyLimit: TenantCall {
    package static let function = "consume_my_limit"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("limit_id", \.limitID),
        Parameter("amount", \.amount),
        Parameter("use_reference", \.reference),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = UseLimits.columns

    package let appUserID: AppUserID
    package let limitID: String
    package let amount: Int32
    package let reference: String?
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, limitID: String, amount: Int32, reference: String?,
        environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.limitID = limitID
        self.amount = amount
        self.reference = reference
        self.environment = environment
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> RequestSetRow {
        try UseLimits.decode(&row)
    }
}
