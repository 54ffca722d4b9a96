import Console
import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore

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
    /// operation is asked `fixed`, and the fields of the page's query that `filters` names. A page
    /// of the operation may have fewer rows than it was asked for: up to `pages` are put together.
    /// With its rows, a page loads 60 kB at most.
    func list(
        _ target: String, on page: String, filters: [String] = [],
        fixed: [(name: String, value: String?)] = [], limit: Int = 25, pages: Int = 1
    ) async throws -> (rows: [JSONValue], next: String?) {
        let chosen = filters.map { (name: $0, value: query[$0]) }
        var rows: [JSONValue] = []
        var cursor = query["cursor"]
        for _ in 0..<pages {
            let asked =
                fixed + chosen + [("cursor", cursor), ("limit", String(limit - rows.count))]
            let answer = try await api.get(target + Place.query(asked))
            rows += answer["data"]?.array ?? []
            cursor = answer["next_cursor"]?.string
            if cursor == nil || rows.count >= limit { break }
        }
        return (rows, cursor.map { place.path(page, chosen + [("cursor", $0)]) })
    }

    /// Answers with all rows of a list as CSV, page by page, so that they are never all in memory.
    func listFile(
        _ name: String, of target: String, filters: [String], _ table: ListTable
    ) async throws -> Response {
        let chosen = filters.map { (name: $0, value: query[$0]) }
        let api = api
        @Sendable func page(after cursor: String?) async throws -> JSONValue {
            try await api.get(
                target + Place.query(chosen + [("cursor", cursor), ("limit", "100")]))
        }
        // The first page is read before the answer begins, so that a refusal is a page.
        let first = try await page(after: nil)
        return .csv(
            name,
            ResponseBody(stream: { writer in
                var found = first
                try await writer.write(ByteBuffer(string: table.header))
                while true {
                    let lines = table.lines(found["data"]?.array ?? [])
                    if !lines.isEmpty { try await writer.write(ByteBuffer(string: lines)) }
                    guard let next = found["next_cursor"]?.string else { return }
                    found = try await page(after: next)
                }
            }))
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
