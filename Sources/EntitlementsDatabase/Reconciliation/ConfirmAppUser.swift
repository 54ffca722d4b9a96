package import Entitlements
package import FoundationEssentials
package import Postgres

/// Records that RevenueCat was asked about an id and knows no customer of it.
///
/// A dry run records it for the run alone.
package struct ConfirmAppUser: TenantCall {
    package static let function = "confirm_app_user"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("as_of", .timestamptz),
        Parameter("dry_run", .bool),
        Parameter("run_id", .uuid),
    ]

    package typealias Row = Void

    package let appUserID: String
    package let asOf: Timestamp?
    package let isDryRun: Bool
    package let runID: UUID?

    package init(
        appUserID: String, asOf: Timestamp? = nil, isDryRun: Bool = false, runID: UUID? = nil
    ) {
        self.appUserID = appUserID
        self.asOf = asOf
        self.isDryRun = isDryRun
        self.runID = runID
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(asOf)
        try arguments.append(isDryRun)
        try arguments.append(runID)
    }
}
