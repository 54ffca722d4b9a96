import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    /// The list of people as a file, of which the page of people shows the beginning.
    static let peopleList = [
        ConsoleRoute(
            .get, "/console/{tenant}/people.csv",
            .signedIn { request in
                try await request.listFile(
                    "people", of: ConsoleRequest.people,
                    filters: PeopleView.filters.map(\.name), ListTable(PeopleView.columns))
            })
    ]
}

extension ConsoleRequest {
    fileprivate static let people = "/v1/admin/users"

    /// How many pages of people are looked through until 25 match.
    private static var maximumPages: Int { 10 }

    /// The newest people, or who the filters of the address leave; what can be searched, too.
    func showPeople() async throws -> Response {
        guard api.may("listAppUsers") else {
            return try page(
                "search", title: "People", area: "people", ["query": .null, "people": .null])
        }
        do {
            return try await showPeople(refusal: nil)
        } catch let failure as Failure where failure.code == .validationFailed {
            return try await showPeople(refusal: failure)
        }
    }

    /// A list that is refused has no row.
    private func showPeople(refusal: Failure?) async throws -> Response {
        let names = PeopleView.filters.map(\.name)
        let list =
            refusal == nil
            ? try await list(
                Self.people, on: "search", filters: names, pages: Self.maximumPages)
            : (rows: [], next: nil)
        let isShort = list.rows.count < 25 && list.next != nil
        return try page(
            "search", title: "People", area: "people",
            [
                "query": .null,
                "people": .members([
                    "filter_path": .string(place.path("search", [])),
                    "filters": .array(PeopleView.filters.map { $0.shown(query[$0.name]) }),
                    "table": PeopleView.table.shown(list.rows, in: place, next: list.next),
                    "looked_through": .bool(isShort),
                    "csv_path": .string(
                        place.path("people.csv", names.map { (name: $0, value: query[$0]) })),
                ]),
            ], refusal: refusal)
    }
}
