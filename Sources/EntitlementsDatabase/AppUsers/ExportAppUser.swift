package import Entitlements
package import Postgres

/// Returns everything stored about an app user, as the JSON of the contract.
///
/// Fails with `app_user_not_found`.
package struct ExportAppUser: AnswerCall {
    package static let function = "export_app_user"
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
