package import HTTPTypes
package import NIOCore
import Synchronization

/// The answer to a request.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package let body: ResponseBody

    /// Adds the header `Content-Length` to an answer whose length is known.
    package init(
        status: HTTPResponse.Status, headers: HTTPFields = [:], body: ResponseBody = .empty
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        if let length = body.length, headers[.contentLength] == nil {
            self.headers[.contentLength] = String(length)
        }
    }

    /// The same answer without its body, for HEAD.
    package var withoutBody: Response { Response(status: status, headers: headers) }
}

/// The body of an answer.
package struct ResponseBody: Sendable {
    enum Content: Sendable {
        case empty
        case bytes(ByteBuffer)
        case stream(@Sendable (ResponseWriter) async throws -> Void)
    }

    let content: Content

    package static let empty = ResponseBody(content: .empty)

    package init(_ bytes: ByteBuffer) {
        content = .bytes(bytes)
    }

    /// A body that is written part by part; it ends when the closure returns.
    ///
    /// If the closure throws, the connection is cut, so that the client knows that a part is
    /// missing.
    package init(stream: @escaping @Sendable (ResponseWriter) async throws -> Void) {
        content = .stream(stream)
    }

    private init(content: Content) {
        self.content = content
    }

    /// Nil for a stream.
    fileprivate var length: Int? {
        switch content {
        case .empty: 0
        case .bytes(let bytes): bytes.readableBytes
        case .stream: nil
        }
    }

    /// Returns all bytes, for a caller in this process.
    package func collected() async throws -> ByteBuffer {
        switch content {
        case .empty: return ByteBuffer()
        case .bytes(let bytes): return bytes
        case .stream(let stream):
            let collected = Mutex(ByteBuffer())
            try await stream(
                ResponseWriter { part in
                    collected.withLock { _ = $0.writeImmutableBuffer(part) }
                })
            return collected.withLock { $0 }
        }
    }
}

/// Writes the parts of a body to the client.
package struct ResponseWriter: Sendable {
    private let send: @Sendable (ByteBuffer) async throws -> Void

    init(send: @escaping @Sendable (ByteBuffer) async throws -> Void) {
        self.send = send
    }

    /// Waits until the client has room for it; throws if the connection was closed.
    package func write(_ bytes: ByteBuffer) async throws {
        try await send(bytes)
    }
}
