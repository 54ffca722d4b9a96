package import Postgres

/// Refuses an anonymous end user's token if their id has been identified since the token was made.
///
/// Fails with `token_superseded`.
package struct RequireAnonymous: TenantCall {
    package static let function = "require_anonymous"
    package static let access = FunctionAccess.read
    package static let parameters = [
        Parameter("app_user_id", .text)
    ]

    package typealias Row = Void

    package let appUserID: String

    package init(appUserID: String) {
        self.appUserID = appUserID
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
    }
}
