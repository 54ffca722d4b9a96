package import Entitlements
package import Postgres

/// Returns whether a store's transaction is known.
///
/// If it is not, the transaction that stores it within `seconds` notifies `.transactions`.
///
/// Listen before the call, so that no notification is missed. If an app user is named, the
/// transaction is known once it is theirs.
package struct AwaitTransaction: TenantCall {
    package static let function = "await_transaction"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("transaction_id", \.transactionID),
        Parameter("seconds", \.seconds),
        Parameter("app_user_id", \.appUserID),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("is_known", .bool)
    ]

    package struct Row: Sendable {
        package let isKnown: Bool
    }

    package let transactionID: String
    package let seconds: Int32
    package let appUserID: AppUserID?
    package let asOf: Timestamp?

    package init(
        transactionID: String, seconds: Int32, appUserID: AppUserID? = nil, asOf: Timestamp? = nil
    ) {
        self.transactionID = transactionID
        self.seconds = seconds
        self.appUserID = appUserID
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(isKnown: try row.next())
    }
}
