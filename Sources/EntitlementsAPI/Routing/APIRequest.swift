import Entitlements
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A request as its handler sees it: found, and its caller known.
struct APIRequest: Sendable {
    let head: HTTPRequest
    let id: RequestID
    let logger: Logger
    fileprivate let body: RequestBody
    /// The path's parameters in order, still encoded.
    fileprivate let pathParameters: [Substring]
    fileprivate let query: Substring
    fileprivate let maximumBodyBytes: Int

    init(
        _ request: Request, id: RequestID, pathParameters: [Substring], query: Substring,
        maximumBodyBytes: Int, logger: Logger
    ) {
        head = request.head
        body = request.body
        self.id = id
        self.pathParameters = pathParameters
        self.query = query
        self.maximumBodyBytes = maximumBodyBytes
        self.logger = logger
    }

    /// The path's parameter at a position, decoded.
    func pathParameter(_ position: Int) throws(Failure) -> String {
        try PercentEncoding.decoded(pathParameters[position])
    }

    /// The app user id that the path names; it may hold any character, a slash among them.
    func appUserID(_ position: Int = 0) throws(Failure) -> AppUserID {
        let text = try pathParameter(position)
        guard !AppUserID.isErased(text) else {
            throw Failure(.appUserNotFound, "Nobody has this id: its person was erased.")
        }
        guard let id = AppUserID(rawValue: text) else {
            throw Failure(
                .invalidRequest, "The app user id is longer than \(AppUserID.maximumBytes) bytes.")
        }
        return id
    }

    /// The id that the path has at a position, of a thing whose ids are ours.
    ///
    /// What is no UUID is read as the nil UUID, which nothing has: so the database refuses it as it
    /// does any other id that nothing has.
    func uuid(_ position: Int) throws(Failure) -> UUID {
        UUID(uuidString: try pathParameter(position)) ?? .nothings
    }

    /// The query's parameters, none but those allowed.
    func query(allowing names: [String]) throws(Failure) -> QueryParameters {
        try QueryParameters(query, allowing: names)
    }

    /// Refuses parameters where a route takes none.
    func expectNoQuery() throws(Failure) {
        _ = try query(allowing: [])
    }

    /// Which of the two worlds the request is about, where that is all that its query may say.
    func environment() throws(Failure) -> String {
        try query(allowing: ["environment"]).environment()
    }

    /// Does what takes long, and cancels it where the client closes the connection; the connection
    /// is closed after the answer.
    func whileConnected<Value: Sendable>(
        _ operation: () async throws -> Value
    ) async throws -> Value {
        try await body.consumeWithCancellationOnInboundClose { _ in try await operation() }
    }

    /// The whole body as it was sent.
    func bodyBytes() async throws -> [UInt8] {
        let collected: ByteBuffer
        do {
            collected = try await body.collect(upTo: maximumBodyBytes)
        } catch is NIOTooManyBytesError {
            throw Failure(
                .payloadTooLarge, "A request body is limited to \(maximumBodyBytes) bytes.")
        } catch {
            throw Failure(.invalidRequest, "The request body was cut off.")
        }
        // When the server is cancelled, a body seems to end where it was.
        guard !Task.isCancelled else {
            throw Failure(.invalidRequest, "The request body was cut off.")
        }
        return Array(collected.readableBytesView)
    }

    /// The body as the JSON object that our own routes take.
    func jsonBody() async throws -> JSONValue {
        try expectJSON()
        return try JSONParser.parse(try await bodyBytes())
    }

    /// Refuses a body that does not say that it is JSON.
    func expectJSON() throws(Failure) {
        let mediaType = head.headerFields[.contentType]?.split(separator: ";").first
        guard mediaType?.trimmingSpaces().lowercased() == "application/json" else {
            throw Failure(.unsupportedMediaType, "The body must be application/json.")
        }
    }
}

extension UUID {
    /// The nil UUID.
    static let nothings = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension Substring {
    fileprivate func trimmingSpaces() -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let trimmed = drop(while: isSpace)
        return trimmed.lastIndex { !isSpace($0) }.map { trimmed[...$0] } ?? ""
    }
}
