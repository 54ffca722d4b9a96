import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists findings about a tenant's households.
    ///
    /// A page covers a fixed number of households, so its cost does not depend on the findings.
    static func listHouseholdFindings(_ database: Database) -> Route {
        Route(
            "listHouseholdFindings", .get, "/v1/admin/household_findings",
            .support { request, tenant in
                let asked = try ListHouseholdFindingsRequest(reading: request)
                let cursor = try asked.cursor.map(HouseholdFindingCursor.init(reading:))
                let rows = try await database.call(
                    ListHouseholdFindings(
                        pageLimit: asked.limit + 1, afterHouseholdID: cursor?.householdID),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text) { row, json in
                    json.elements(ofJSON: row.findings)
                }
            })
    }
}
