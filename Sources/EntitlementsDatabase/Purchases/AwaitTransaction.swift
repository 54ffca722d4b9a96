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
    package static let parameters = [
        Parameter("transaction_id", .text),
        Parameter("seconds", .int4),
        Parameter("app_user_id", .text),
        Parameter("as_of", .timestamptz),
    ]
    package static let columns = [
        Column("is_known", .bool)
    ]

    package struct Row: Sendable {
        package let isKnown: Bool
    }

    package let transactionID: String
    package let seconds: Int32
    package let appUserID: String?
    package let asOf: Timestamp?

    package init(
        transactionID: String, seconds: Int32, appUserID: String? = nil, asOf: Timestamp? = nil
    ) {
        self.transactionID = transactionID
        self.seconds = seconds
        self.appUserID = appUserID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(transactionID)
        try arguments.append(seconds)
        try arguments.append(appUserID)
        try arguments.append(asOf)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(isKnown: try row.next())
    }
}
