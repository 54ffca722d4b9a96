package import Entitlements
package import Postgres

/// Puts a notice away for an app user.
///
/// Fails with `notice_not_found`.
package struct DismissNotice: TenantCall {
    package static let function = "dismiss_notice"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("notice_id", \.noticeID),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let appUserID: AppUserID
    package let noticeID: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, noticeID: String, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.noticeID = noticeID
        self.environment = environment
        self.asOf = asOf
    }
}
