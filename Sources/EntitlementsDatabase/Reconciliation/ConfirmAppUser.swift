package import Entitlements
package import Postgres

/// Writes down that RevenueCat was asked about a person and knows nobody of that id.
package struct ConfirmAppUser: TenantCall {
    package static let function = "confirm_app_user"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("as_of", .timestamptz),
    ]

    package typealias Row = Void

    package let appUserID: String
    package let asOf: Timestamp?

    package init(appUserID: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(asOf)
    }
}
