package import Entitlements
package import Postgres

/// Returns whether app users have entitlements, many at once: a JSON array in the order asked.
///
/// The two lists have the same length. A check of an unknown entitlement has an `error`.
package struct CheckEntitlements: AnswerCall {
    package static let function = "check_entitlements"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_ids", \.appUserIDs),
        Parameter("entitlement_ids", \.entitlementIDs),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserIDs: [AppUserID]
    package let entitlementIDs: [String]
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserIDs: [AppUserID], entitlementIDs: [String], environment: String,
        asOf: Timestamp? = nil
    ) {
        self.appUserIDs = appUserIDs
        self.entitlementIDs = entitlementIDs
        self.environment = environment
        self.asOf = asOf
    }
}
