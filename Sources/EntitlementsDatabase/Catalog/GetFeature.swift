package import Entitlements
package import Postgres

/// Returns whether an app user may use a feature, as the JSON of the contract.
///
/// Fails with `feature_not_in_catalog`.
package struct GetFeature: AnswerCall {
    package static let function = "get_feature"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("feature_id", \.featureID),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let featureID: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, featureID: String, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.featureID = featureID
        self.environment = environment
        self.asOf = asOf
    }
}
