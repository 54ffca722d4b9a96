package import Entitlements
package import Postgres

/// Returns the household that an app user is in at a moment.
///
/// No row: they are in none.
package struct GetAppUserHousehold: AnswerCall {
    package static let function = "get_app_user_household"
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let asOf: Timestamp?

    package init(appUserID: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(asOf)
    }
}
