package import Entitlements
package import Postgres

/// Redeems an invite by the SHA-256 of its code, 32 bytes.
///
/// If `isConfirmed` is false, the app user waits for the owner's confirmation. Fails with
/// `invite_not_found`, `invite_expired`, `already_in_household`, `cooldown` or `household_full`.
package struct JoinHousehold: TenantCall {
    package static let function = "join_household"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("code_digest", \.codeDigest),
        Parameter("ignore_cooldown", \.ignoreCooldown),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("answered_as_of", .timestamptz),
        Column("is_confirmed", .bool),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let answeredAsOf: Timestamp
        package let isConfirmed: Bool
        /// JSON text.
        package let answer: [UInt8]
    }

    package let appUserID: AppUserID
    package let codeDigest: [UInt8]
    package let ignoreCooldown: Bool
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, codeDigest: [UInt8], ignoreCooldown: Bool, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.codeDigest = codeDigest
        self.ignoreCooldown = ignoreCooldown
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            answeredAsOf: try row.next(),
            isConfirmed: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
