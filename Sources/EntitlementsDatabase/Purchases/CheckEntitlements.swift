package import Entitlements
package import Postgres

/// Returns whether app users have entitlements, many at once: a JSON array in the order asked.
///
/// The two lists have the same length. Fails with `entitlement_not_in_catalog`.
package struct CheckEntitlements: AnswerCall {
    package static let function = "check_entitlements"
    package static let parameters = [
        Parameter("app_user_ids", .textArray),
        Parameter("entitlement_ids", .textArray),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserIDs: [String]
    package let entitlementIDs: [String]
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserIDs: [String], entitlementIDs: [String], environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserIDs = appUserIDs
        self.entitlementIDs = entitlementIDs
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserIDs)
        try arguments.append(entitlementIDs)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
