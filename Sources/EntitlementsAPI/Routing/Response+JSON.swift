import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// JSON that is about one tenant and is not to be kept by anybody.
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
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }

    /// The database's answer, with the moment that it is about.
    static func answer(_ answer: Answer, status: HTTPResponse.Status = .ok) -> Response {
        json(status: status) { json in
            json.name("as_of")
            json.timestamp(answer.asOf)
            json.members(ofJSON: answer.json)
        }
    }

    /// What a request made, in the same words for whoever repeats the request.
    ///
    /// What `write` puts in front of it must be the same each time, too.
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

    /// A page of a list whose rows are each an object that the database has written.
    static func page<Row>(
        _ rows: [Row], limit: Int32, cursor: (Row) -> String, answer: (Row) -> [UInt8]
    ) -> Response {
        page(rows, limit: limit, cursor: cursor) { row, json in
            json.beginObject()
            json.members(ofJSON: answer(row))
            json.endObject()
        }
    }

    /// A page of a list, whose rows are one more than the page's where another page follows.
    static func page<Row>(
        _ rows: [Row], limit: Int32, cursor: (Row) -> String,
        _ write: (Row, inout JSONWriter) -> Void
    ) -> Response {
        let page = rows.prefix(Int(limit))
        return json { json in
            json.name("data")
            json.beginArray()
            for row in page { write(row, &json) }
            json.endArray()
            json.name("next_cursor")
            if rows.count > page.count, let last = page.last {
                json.string(cursor(last))
            } else {
                json.null()
            }
        }
    }
}
