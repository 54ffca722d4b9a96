package import Entitlements
package import FoundationEssentials
package import Postgres

/// Records that RevenueCat was asked about an id and knows no customer of it.
///
/// A dry run records it for the run alone.
package struct ConfirmAppUser: TenantCall {
    package static let function = "confirm_app_user"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("as_of", \.asOf),
        Parameter("dry_run", \.isDryRun),
        Parameter("run_id", \.runID),
    ]

    package typealias Row = Void

    package let appUserID: AppUserID
    package let asOf: Timestamp?
    package let isDryRun: Bool
    package let runID: UUID?

    package init(
        appUserID: AppUserID, asOf: Timestamp? = nil, isDryRun: Bool = false, runID: UUID? = nil
    ) {
        self.appUserID = appUserID
        self.asOf = asOf
        self.isDryRun = isDryRun
        self.runID = runID
    }
}
