import Console
import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore

extension ConsoleRoute {
    /// A person's page, its acts, and the search for a person.
    static let people = [
        ConsoleRoute(
            .get, "/console/{tenant}/users/{app_user_id}",
            .signedIn { request in try await PersonPage(request).response() }),
        ConsoleRoute(
            .post, "/console/{tenant}/users/{app_user_id}/acts/{act}",
            .signedIn { request in try await PersonPage(request).carryOut() }),
        ConsoleRoute(
            .get, "/console/{tenant}/users/{app_user_id}/export",
            .signedIn { request in
                let id = PercentEncoding.encoded(request.parameters[0])
                let export = try await request.api.get("/v1/users/\(id)/export")
                return Response(
                    status: .ok,
                    headers: [
                        .contentType: "application/json", .cacheControl: "private, no-store",
                        .contentDisposition: "attachment; filename=\"export.json\"",
                        .xContentTypeOptions: "nosniff",
                    ], body: ResponseBody(ByteBuffer(bytes: export.bytes)))
            }),
        ConsoleRoute(.get, "/console/{tenant}/search", .signedIn(search)),
    ]

    /// Goes to the person if all that is found leads to one, and lists what was found otherwise.
    ///
    /// Without a text, it lists people.
    @Sendable
    private static func search(_ request: ConsoleRequest) async throws -> Response {
        let view = SearchView(in: request.place)
        let text = String((request.query["query"] ?? "").trimmingPrefix { $0.isWhitespace })
        guard !text.isEmpty else {
            return try await request.showPeople()
        }
        let person = request.place.path(.person, text)
        // A key that may not search may read a person by their id.
        guard request.api.may("findAppUsers") else { return .seeOther(person) }
        let found = try await request.api.get(
            "/v1/admin/search?limit=50&query=\(PercentEncoding.encoded(text))")
        if let path = view.onlyPerson(found) { return .seeOther(path) }
        return try request.page(
            "search", title: "People", area: "people",
            [
                "query": .string(text), "searched": .string(text), "rows": view.rows(found),
                "rows_found": .bool(found["data"]?.array?.isEmpty == false),
                "has_more": found["has_more"] ?? .null, "as_person": .string(person),
            ])
    }
}
