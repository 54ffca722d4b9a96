package import Entitlements
package import Postgres

/// Returns one entitlement of an app user, as the JSON of the contract.
///
/// Fails with `entitlement_not_in_catalog`.
package struct GetEntitlement: AnswerCall {
    package static let function = "get_entitlement"
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("entitlement_id", .text),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let entitlementID: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: String, entitlementID: String, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.entitlementID = entitlementID
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(entitlementID)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
