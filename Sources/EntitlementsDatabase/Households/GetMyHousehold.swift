package import Postgres

/// Returns the end user's current household, with its invites if they own it.
///
/// No row: they are in none.
package struct GetMyHousehold: AnswerCall {
    package static let function = "get_my_household"
    package static let parameters = [
        Parameter("app_user_id", .text)
    ]

    package let appUserID: String

    package init(appUserID: String) {
        self.appUserID = appUserID
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
    }
}
