package import Entitlements
package import Postgres

/// Gives back what an app user reserved or used of a limit under a reference.
///
/// Fails with `reservation_not_found`.
package struct ReleaseUse: AnswerCall {
    package static let function = "release_use"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("limit_id", \.limitID),
        Parameter("reference", \.reference),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let limitID: String
    package let reference: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, limitID: String, reference: String, environment: String,
        asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.limitID = limitID
        self.reference = reference
        self.environment = environment
        self.asOf = asOf
    }
}
