import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists a tenant's households, newest first.
    static func listHouseholds(_ database: Database) -> Route {
        Route(
            "listHouseholds", .get, "/v1/admin/households",
            .support { request, tenant in
                let asked = try ListHouseholdsRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListHouseholds(
                        withDissolved: asked.state.map { $0 == "dissolved" },
                        withSeatsExceeded: asked.seatsExceeded.map { $0 == "true" },
                        pageLimit: asked.limit + 1, afterCreatedAt: cursor?.moment,
                        afterHouseholdID: cursor.map { HouseholdID($0.id) }),
                    in: tenant)
                return .boundedPage(rows, limit: asked.limit, cursor: \.cursor.text) { $0.answer }
            })
    }
}

extension ListHouseholds.Row {
    var cursor: MomentCursor { MomentCursor(moment: createdAt, id: householdID.uuid) }
}
