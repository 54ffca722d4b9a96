package import Entitlements
package import Postgres

/// Returns how much of each credit an app user has left.
package struct GetCredits: AnswerCall {
    package static let function = "get_credits"
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let environment: String
    package let asOf: Timestamp?

    package init(appUserID: String, environment: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
