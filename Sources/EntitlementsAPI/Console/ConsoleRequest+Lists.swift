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

extension ConsoleRequest {
    /// Carries out a form's act and sends the browser on, or shows the page again with what
    /// refused it.
    ///
    /// `done` is a word of ``ActsDone``, and `path` the address of the page that shows it.
    func act(
        _ done: String, then path: String, _ body: () async throws -> Void,
        orShow page: (Failure) async throws -> Response
    ) async throws -> Response {
        do {
            try await body()
        } catch let failure as Failure where failure.code != .internal {
            return try await page(failure)
        }
        return .seeOther("\(path)?done=\(done)")
    }

    /// Carries out a form's act and shows the page with its answer, such as a secret that is shown
    /// once, or with what refused it.
    func answered(
        _ page: (JSONValue?, Failure?) async throws -> Response,
        by body: () async throws -> JSONValue
    ) async throws -> Response {
        let answer: JSONValue
        do {
            answer = try await body()
        } catch let failure as Failure where failure.code != .internal {
            return try await page(nil, failure)
        }
        return try await page(answer, nil)
    }

    /// What the page says was done: a sentence of ours, so that a link cannot put words into it.
    var done: JSONValue {
        query["done"].flatMap { PersonAct(rawValue: $0)?.done ?? ActsDone.sentences[$0] }
            .map(JSONValue.string) ?? .null
    }
}

/// What was done by acts, by the words of their addresses.
enum ActsDone {
    static let sentences = [
        "retried": "The event is due now. The worker applies it within seconds.",
        "claimed": "The purchase was claimed.",
        "started": "The run has begun.", "cancelled": "The run is cancelled.",
        "switched": "The endpoint was changed.", "replayed": "The changes are delivered again.",
        "revoked": "It was revoked.", "taken_back": "What the redemption gave was taken back.",
    ]
}

extension Failure {
    /// The failure as the template `refusal` reads it.
    var shown: JSONValue {
        .members([
            "detail": .string(detail), "fix": .string(fix ?? code.fix),
            "code": .string(code.rawValue),
            "fields": .array(
                pointers.map {
                    .members(["pointer": .string($0.pointer), "detail": .string($0.detail)])
                }),
        ])
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
