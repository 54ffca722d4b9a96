package import Postgres

/// The household that an end user is in now, with its invites if they own it.
///
/// No row: none.
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
