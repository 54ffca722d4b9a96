import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// What an operator should know of a tenant's households.
    ///
    /// A page is as many households as were looked at, so that it costs the same whether there is
    /// something to tell of them or not.
    static func listHouseholdFindings(_ database: Database) -> Route {
        Route(
            "listHouseholdFindings", .get, "/v1/admin/household_findings",
            .secret { request, tenant in
                let query = try request.query(allowing: ["limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(HouseholdFindingCursor.init(reading:))
                let rows = try await database.call(
                    ListHouseholdFindings(
                        pageLimit: limit + 1, afterHouseholdID: cursor?.householdID),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text) { row, json in
                    json.elements(ofJSON: row.findings)
                }
            })
    }
}
