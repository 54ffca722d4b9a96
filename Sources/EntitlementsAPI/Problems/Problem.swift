import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore

/// An error as `application/problem+json` (RFC 9457).
struct Problem: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    let body: [UInt8]

    static let mediaType = "application/problem+json"

    /// The default of Retry-After, for each code that asks to repeat the request.
    static let usualRetryAfterSeconds = 1
}

extension Failure {
    /// Returns the failure as an answer to the request with this id.
    ///
    /// `refusesBearer` says that the request had a bearer token or key: the challenge of 401 then
    /// names the error (RFC 6750, section 3).
    func problem(requestID: RequestID, refusesBearer: Bool = false) -> Problem {
        let status = HTTPResponse.Status(code: code.httpStatus)
        var headers: HTTPFields = [
            .contentType: Problem.mediaType,
            .cacheControl: "no-store",
            .requestID: requestID.text,
        ]
        if code.httpStatus == 401 {
            headers[.wwwAuthenticate] =
                "Bearer realm=\"hearth\"" + (refusesBearer ? ", error=\"invalid_token\"" : "")
        }
        // A limit that is reached is no overload: a client that obeys would wait for days. A server
        // that only reads stays one.
        let usualSeconds = code.asksToRepeat ? Problem.usualRetryAfterSeconds : nil
        if ![.limitReached, .readOnly].contains(code),
            let seconds = retryAfterSeconds ?? usualSeconds
        {
            headers[.retryAfter] = String(seconds)
        }
        let body = problemBody(requestID: requestID)
        headers[.contentLength] = String(body.count)
        return Problem(status: status, headers: headers, body: body)
    }

    func response(requestID: RequestID, refusesBearer: Bool = false) -> Response {
        let problem = problem(requestID: requestID, refusesBearer: refusesBearer)
        return Response(
            status: problem.status, headers: problem.headers,
            body: ResponseBody(ByteBuffer(bytes: problem.body)))
    }

    private func problemBody(requestID: RequestID) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("type")
        json.string("/errors/\(code.rawValue)")
        json.name("title")
        json.string(code.title)
        json.name("status")
        json.integer(code.httpStatus)
        json.name("detail")
        json.string(detail)
        json.name("fix")
        json.string(fix ?? code.fix)
        json.name("instance")
        json.string(requestID.text)
        json.name("code")
        json.string(code.rawValue)
        if let members { json.members(ofJSON: members) }
        if !pointers.isEmpty {
            json.name("errors")
            json.beginArray()
            for problem in pointers {
                json.beginObject()
                json.name("pointer")
                json.string(problem.pointer)
                json.name("detail")
                json.string(problem.detail)
                if let line = problem.line {
                    json.name("line")
                    json.integer(line)
                }
                json.endObject()
            }
            json.endArray()
        }
        json.endObject()
        return json.bytes
    }
}
