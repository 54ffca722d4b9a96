package import Entitlements
package import Postgres

/// Erases an app user: replaces each of their ids, everywhere, by a meaningless name.
///
/// Fails with `app_user_not_found`.
package struct EraseAppUser: TenantCall {
    package static let function = "erase_app_user"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("actor", .text),
        Parameter("as_of", .timestamptz),
    ]

    package typealias Row = Void

    package let appUserID: String
    package let actor: String
    package let asOf: Timestamp?

    package init(appUserID: String, actor: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.actor = actor
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(actor)
        try arguments.append(asOf)
    }
}
