import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import NIOCore

extension Response {
    /// Answers with JSON that must not be cached.
    static func json(
        status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var json = JSONWriter()
        json.beginObject()
        write(&json)
        json.endObject()
        return Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(ByteBuffer(bytes: json.bytes)))
    }

    /// Answers with the database's answer and its moment.
    static func answer(_ answer: Answer, status: HTTPResponse.Status = .ok) -> Response {
        json(status: status) { json in
            json.name("as_of")
            json.timestamp(answer.asOf)
            json.members(ofJSON: answer.json)
        }
    }

    /// Answers with what a request created.
    ///
    /// The members that `write` adds must be the same if the request is repeated.
    static func created(
        _ answer: RepeatableAnswer, _ write: (inout JSONWriter) -> Void = { _ in }
    ) -> Response {
        var response = json(status: .created) { json in
            write(&json)
            json.members(ofJSON: answer.json)
        }
        if answer.isReplayed { response.headers[.idempotentReplayed] = "true" }
        return response
    }

    /// Answers with a page of a list whose rows are JSON objects from the database.
    static func page<Row>(
        _ rows: [Row], limit: Int32, cursor: (Row) -> String, answer: (Row) -> [UInt8]
    ) -> Response {
        page(rows, limit: limit, cursor: cursor) { row, json in
            json.beginObject()
            json.members(ofJSON: answer(row))
            json.endObject()
        }
    }

    /// Answers with a page of a list that looks at a bounded number of rows.
    static func boundedPage<Row>(
        _ rows: [Row], limit: Int32, cursor: (Row) -> String, answer: (Row) -> [UInt8]?
    ) -> Response {
        json { $0.boundedPage(rows, limit: limit, cursor: cursor, answer: answer) }
    }

    /// Answers with a page of a list.
    static func page<Row>(
        _ rows: [Row], limit: Int32, cursor: (Row) -> String,
        _ write: (Row, inout JSONWriter) -> Void
    ) -> Response {
        json { $0.page(rows, limit: limit, cursor: cursor, write) }
    }
}
