import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRequest {
    /// Where and when the page is shown.
    var place: Place {
        Place(root: "/console/\(PercentEncoding.encoded(api.tenant))", now: now)
    }

    /// The first parameter after the tenant, encoded for the path of an operation.
    var encodedID: String { PercentEncoding.encoded(parameters[0]) }

    /// Returns a page of a list: the rows, and the address of the next page; nil on the last one.
    ///
    /// `target` is the path of the operation, and `page` the page's address after the tenant's. The
    /// operation is asked `fixed`, and the fields of the page's query that `filters` names. With
    /// its rows, a page loads 60 kB at most.
    func list(
        _ target: String, on page: String, filters: [String] = [],
        fixed: [(name: String, value: String?)] = [], limit: Int = 25
    ) async throws -> (rows: [JSONValue], next: String?) {
        let chosen = filters.map { (name: $0, value: query[$0]) }
        let asked =
            fixed + chosen + [("cursor", query["cursor"]), ("limit", String(limit))]
        let answer = try await api.get(target + Place.query(asked))
        let next = answer["next_cursor"]?.string
        return (
            answer["data"]?.array ?? [],
            next.map { place.path(page, chosen + [("cursor", $0)]) }
        )
    }

    /// A field of the query, for the filter that is shown again.
    func chosen(_ name: String) -> JSONValue { query[name].map(JSONValue.string) ?? .null }

    /// The choices of a filter's field.
    func choices(_ values: [String], of name: String) -> JSONValue {
        .array(
            values.map { value in
                .members(["value": .string(value), "is_chosen": .bool(query[name] == value)])
            })
    }
}

extension Response {
    /// Answers with a file to keep.
    static func csv(_ name: String, _ body: ResponseBody) -> Response {
        var headers: HTTPFields = [
            .contentType: "text/csv; charset=utf-8; header=present",
            .cacheControl: "private, no-store",
        ]
        headers[.contentDisposition] = "attachment; filename=\"\(name).csv\""
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: body)
    }
}
