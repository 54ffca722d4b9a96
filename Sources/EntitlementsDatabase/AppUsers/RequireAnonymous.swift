package import Entitlements
package import Postgres

/// Refuses an anonymous end user's token if their id has been identified since the token was made.
///
/// Fails with `token_superseded`.
package struct RequireAnonymous: TenantCall {
    package static let function = "require_anonymous"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [Parameter("app_user_id", \.appUserID)]

    package typealias Row = Void

    package let appUserID: AppUserID

    package init(appUserID: AppUserID) {
        self.appUserID = appUserID
    }
}
