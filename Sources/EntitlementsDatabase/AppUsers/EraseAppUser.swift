package import Entitlements
package import Postgres

/// Erases an app user: replaces each of their ids, everywhere, by a meaningless name.
///
/// Fails with `app_user_not_found`.
package struct EraseAppUser: TenantCall {
    package static let function = "erase_app_user"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("actor", \.actor),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let appUserID: AppUserID
    package let actor: String
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, actor: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.actor = actor
        self.asOf = asOf
    }
}
