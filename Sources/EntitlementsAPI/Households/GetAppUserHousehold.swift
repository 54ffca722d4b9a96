import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// The household that a person is in.
    static func getAppUserHousehold(_ database: Database) -> Route {
        Route(
            "getAppUserHousehold", .get, "/v1/users/{app_user_id}/household",
            .read { request, tenant in
                let appUserID = try request.appUserID()
                let asOf = try request.query(allowing: ["as_of"]).timestamp("as_of")
                let call = GetAppUserHousehold(appUserID: appUserID.rawValue, asOf: asOf)
                guard let row = try await database.call(call, in: tenant).first else {
                    throw Failure(.householdNotFound, "This person is in no household.")
                }
                return .answer(row)
            })
    }
}
