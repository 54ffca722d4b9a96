package import Entitlements
package import Postgres

/// Redeems an invite for the end user, by the SHA-256 of its code, 32 bytes.
///
/// Answers as `JoinHousehold` does, without what only the owner sees.
///
/// Fails with `invite_not_found`, `invite_expired`, `already_in_household`, `cooldown` or
/// `household_full`.
package struct JoinMyHousehold: TenantCall {
    package static let function = "join_my_household"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("code_digest", \.codeDigest),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = JoinHousehold.columns

    package let appUserID: AppUserID
    package let codeDigest: [UInt8]
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, codeDigest: [UInt8], asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.codeDigest = codeDigest
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> JoinHousehold.Row {
        try JoinHousehold.decode(&row)
    }
}
