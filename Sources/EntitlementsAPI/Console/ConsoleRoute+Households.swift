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
            .get, "/console/{tenant}/households.csv",
            .signedIn { request in
                try await request.listFile(
                    "households", of: ConsoleRequest.households,
                    filters: HouseholdView.filters.map(\.name), ListTable(HouseholdView.columns))
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
    fileprivate static let households = "/v1/admin/households"

    /// How many pages of households are looked through until one has a finding, or 25 match.
    private static var maximumPages: Int { 20 }

    /// The newest households, the findings, and a field that opens a household by its id, which a
    /// read key may do, too.
    fileprivate func showHouseholds() async throws -> Response {
        var (table, shown) = (JSONValue.null, JSONValue.null)
        if api.may("listHouseholdFindings") {
            let (rows, cursor) = try await householdFindings()
            table = HouseholdView.findings.shown(
                rows, in: place,
                next: cursor.map { place.path("households", [("findings_cursor", $0)]) })
        }
        if api.may("listHouseholds") {
            let names = HouseholdView.filters.map(\.name)
            let list = try await list(
                Self.households, on: "households", filters: names, pages: Self.maximumPages)
            shown = .members([
                "filter_path": .string(place.path("households", [])),
                "filters": .array(HouseholdView.filters.map { $0.shown(query[$0.name]) }),
                "list": HouseholdView.table.shown(list.rows, in: place, next: list.next),
                "csv_path": .string(
                    place.path("households.csv", names.map { (name: $0, value: query[$0]) })),
            ])
        }
        return try page(
            "households", title: "Households", area: "households",
            ["table": table, "households": shown])
    }

    private func householdFindings() async throws -> (rows: [JSONValue], cursor: String?) {
        var cursor = query["findings_cursor"]
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
