package import Entitlements
package import Postgres

/// Returns an app user, their ids and their purchases, as the JSON of the contract.
///
/// No row: the id is unknown.
package struct GetAppUser: AnswerCall {
    package static let function = "get_app_user"
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
