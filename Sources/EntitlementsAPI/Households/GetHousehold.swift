import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// A household: who is in it, its seats, its open invites, who shares what.
    static func getHousehold(_ database: Database) -> Route {
        Route(
            "getHousehold", .get, "/v1/households/{household_id}",
            .read { request, tenant in
                let asOf = try request.query(allowing: ["as_of"]).timestamp("as_of")
                let call = GetHousehold(householdID: try request.uuid(0), asOf: asOf)
                guard let row = try await database.call(call, in: tenant).first else {
                    // In SQL's own words for whoever would change a household that is not there.
                    throw Failure(.householdNotFound, "The tenant has no household of this id.")
                }
                return .answer(row)
            })
    }
}
