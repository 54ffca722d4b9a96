import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns a household with its members, seats, open invites and shares.
    static func getHousehold(_ database: Database) -> Route {
        Route(
            "getHousehold", .get, "/v1/households/{household_id}",
            .read { request, tenant in
                let asOf = try request.query(allowing: ["as_of"]).timestamp("as_of")
                let call = GetHousehold(householdID: try request.householdID(), asOf: asOf)
                guard let row = try await database.call(call, in: tenant).first else {
                    // The same text as in SQL for a missing household.
                    throw Failure(.householdNotFound, "The tenant has no household with this id.")
                }
                return .answer(row)
            })
    }
}
