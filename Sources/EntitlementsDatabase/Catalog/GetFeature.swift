package import Entitlements
package import Postgres

/// Returns whether an app user may use a feature, as the JSON of the contract.
///
/// Fails with `feature_not_in_catalog`.
package struct GetFeature: AnswerCall {
    package static let function = "get_feature"
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("feature_id", .text),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let featureID: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: String, featureID: String, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.featureID = featureID
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(featureID)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
