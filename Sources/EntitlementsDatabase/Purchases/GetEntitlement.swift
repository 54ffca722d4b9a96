package import Entitlements
package import Postgres

/// Returns one entitlement of an app user, as the JSON of the contract.
///
/// Fails with `entitlement_not_in_catalog`.
package struct GetEntitlement: AnswerCall {
    package static let function = "get_entitlement"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("entitlement_id", \.entitlementID),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let entitlementID: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, entitlementID: String, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.entitlementID = entitlementID
        self.environment = environment
        self.asOf = asOf
    }
}
