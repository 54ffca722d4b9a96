package import HTTPTypes
package import NIOCore
import NIOHTTP1

/// A request as it was received, or as a caller inside this process makes it.
package struct Request: Sendable {
    package let head: HTTPRequest
    package let body: RequestBody

    package var method: HTTPRequest.Method { head.method }
    package var headers: HTTPFields { head.headerFields }

    package init(head: HTTPRequest, body: RequestBody = .whole(ByteBuffer())) {
        self.head = head
        self.body = body
    }

    /// Nil for a method or a target that cannot be: the parser lets none through.
    init?(_ head: HTTPRequestHead, body: RequestBody) {
        guard let method = HTTPRequest.Method(rawValue: head.method.rawValue) else { return nil }
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        var authority: String?
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            if authority == nil, name == .host {
                authority = value
            } else {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        self.init(
            head: HTTPRequest(
                method: method, scheme: "http", authority: authority, path: head.uri,
                headerFields: fields),
            body: body)
    }
}

extension HTTPField.Name {
    fileprivate static let host = HTTPField.Name("Host")
}

/// The body of a request.
package enum RequestBody: Sendable {
    case whole(ByteBuffer)
    case arriving(ArrivingBody)

    /// Returns all bytes, at most so many.
    ///
    /// Throws `NIOTooManyBytesError`, and `CutOffBody` if the client stopped sending.
    package func collect(upTo maximumBytes: Int) async throws -> ByteBuffer {
        let bytes: ByteBuffer =
            switch self {
            case .whole(let bytes): bytes
            case .arriving(let body): try await body.collect(upTo: maximumBytes)
            }
        guard bytes.readableBytes <= maximumBytes else {
            throw NIOTooManyBytesError(maxBytes: maximumBytes)
        }
        return bytes
    }
}

/// The client stopped sending in the middle of a body.
package struct CutOffBody: Error {}
