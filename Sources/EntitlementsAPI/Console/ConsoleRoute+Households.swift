import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    static let households = [
        ConsoleRoute(
            .get, "/console/{tenant}/households",
            .signedIn { request in
                if let id = request.query["household_id"] {
                    return .seeOther(request.place.path(.household, id))
                }
                return try await request.showHouseholds()
            }),
        ConsoleRoute(
            .get, "/console/{tenant}/households/{household_id}",
            .signedIn { request in
                let household = try await request.api.get("/v1/households/\(request.encodedID)")
                let place = request.place
                return try request.page(
                    "household", title: household["name"]?.string ?? "Household",
                    area: "households",
                    [
                        "warnings": HouseholdView.warnings(household).shown(in: place),
                        "facts": HouseholdView.facts(household, in: place),
                        "seats": HouseholdView.seats(household, in: place),
                        "shares": HouseholdView.shares.shown(
                            household["shares"]?.array ?? [], in: place),
                        "invites": HouseholdView.invites.shown(
                            household["invites"]?.array ?? [], in: place),
                    ])
            }),
    ]
}

extension ConsoleRequest {
    /// How many pages of households are looked through until one has a finding.
    private static var maximumPages: Int { 20 }

    /// The findings, and a field that opens a household by its id, which a read key may do, too.
    fileprivate func showHouseholds() async throws -> Response {
        var table = JSONValue.null
        if api.may("listHouseholdFindings") {
            let (rows, cursor) = try await householdFindings()
            table = HouseholdView.findings.shown(
                rows, in: place,
                next: cursor.map { place.path("households", [("cursor", $0)]) })
        }
        return try page(
            "households", title: "Households", area: "households", ["table": table])
    }

    private func householdFindings() async throws -> (rows: [JSONValue], cursor: String?) {
        var cursor = query["cursor"]
        for _ in 0..<Self.maximumPages {
            let answer = try await api.get(
                "/v1/admin/household_findings"
                    + Place.query([("limit", "25"), ("cursor", cursor)]))
            let rows = answer["data"]?.array ?? []
            cursor = answer["next_cursor"]?.string
            if !rows.isEmpty || cursor == nil { return (rows, cursor) }
        }
        return ([], cursor)
    }
}
