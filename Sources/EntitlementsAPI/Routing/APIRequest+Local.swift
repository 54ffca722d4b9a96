import Entitlements
import HTTPServer
import HTTPTypes
import Logging
import NIOCore

extension APIRequest {
    /// What a request of this process sends.
    struct LocalContent {
        let mediaType: String
        let bytes: [UInt8]

        static func json(_ value: JSONValue) -> LocalContent {
            LocalContent(mediaType: "application/json", bytes: value.bytes)
        }
    }

    /// Makes a request of this process itself, for the handler of a route.
    ///
    /// The target is the path with its query, and the path's parameters are still percent-encoded.
    static func local(
        _ method: HTTPRequest.Method, _ target: String, pathParameters: [Substring],
        _ content: LocalContent?, idempotencyKey: String?, id: RequestID, maximumBodyBytes: Int,
        logger: Logger
    ) -> APIRequest {
        var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: target)
        head.headerFields[.contentType] = content?.mediaType
        head.headerFields[.idempotencyKey] = idempotencyKey
        let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
        return APIRequest(
            Request(head: head, body: .whole(ByteBuffer(bytes: content?.bytes ?? []))),
            id: id, pathParameters: pathParameters, query: query ?? "",
            maximumBodyBytes: maximumBodyBytes, logger: logger)
    }
}

extension ResponseBody {
    /// Returns all bytes of an answer of our own.
    func bytes() async throws -> [UInt8] {
        Array(try await collected().readableBytesView)
    }

    /// Returns an answer of our own; null if it has no body.
    func value(limits: JSONParser.Limits = JSONParser.Limits()) async throws -> JSONValue {
        let bytes = try await bytes()
        return bytes.isEmpty ? .null : try JSONParser.parse(bytes, limits: limits)
    }
}
