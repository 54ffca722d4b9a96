package import Entitlements
package import Postgres

/// A person, their ids and what they bought, as the JSON of the contract.
///
/// No row: nobody.
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
