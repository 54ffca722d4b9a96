import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns a household with its members, seats, open invites and shares.
    static func getHousehold(_ database: Database) -> Route {
        Route(
            "getHousehold", .get, "/v1/households/{household_id}",
            .read { request, tenant in
                let asked = try GetHouseholdRequest(reading: request)
                let call = GetHousehold(
                    householdID: HouseholdID(asked.householdID), asOf: asked.asOf)
                guard let row = try await database.call(call, in: tenant).first else {
                    // The same text as in SQL for a missing household.
                    throw Failure(.householdNotFound, "The tenant has no household with this id.")
                }
                return .answer(row)
            })
    }
}
