package import Entitlements
package import Postgres

/// Returns everything stored about an app user, as the JSON of the contract.
///
/// Fails with `app_user_not_found`.
package struct ExportAppUser: AnswerCall {
    package static let function = "export_app_user"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.asOf = asOf
    }
}
