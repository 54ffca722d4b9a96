package import Entitlements
package import Postgres

/// Starts a run, which a worker carries out.
///
/// `scope` is one app user (`user`), those at risk (`due`) or all (`all`).
///
/// Fails with `app_user_not_found`, `upstream_not_configured` or `run_in_progress`.
package struct StartRun: AnswerCall {
    package static let function = "start_run"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("scope", \.scope),
        Parameter("app_user_id", \.appUserID),
        Parameter("dry_run", \.isDryRun),
        Parameter("stop_at_lost_percent", \.stopAtLostPercent),
        Parameter("as_of", \.asOf),
    ]

    /// The run stops if more than this percentage of the recently read app users lost access.
    package static let usualLostPercent: Int32 = 50

    package let scope: String
    package let appUserID: AppUserID?
    package let isDryRun: Bool
    package let stopAtLostPercent: Int32
    package let asOf: Timestamp?

    package init(
        scope: String, appUserID: AppUserID? = nil, isDryRun: Bool = false,
        stopAtLostPercent: Int32 = usualLostPercent,
        asOf: Timestamp? = nil
    ) {
        self.scope = scope
        self.appUserID = appUserID
        self.isDryRun = isDryRun
        self.stopAtLostPercent = stopAtLostPercent
        self.asOf = asOf
    }
}
