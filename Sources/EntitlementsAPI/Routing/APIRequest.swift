import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import NIOCore

/// A request with its route found and its caller authenticated, as the handler gets it.
struct APIRequest: Sendable {
    let head: HTTPRequest
    let id: RequestID
    let logger: Logger
    fileprivate let body: RequestBody
    /// The path's parameters in order, still percent-encoded.
    private var pathParameters: [Substring]
    fileprivate let query: Substring
    fileprivate let maximumBodyBytes: Int
    /// Nil for a request that came over no connection.
    private let channel: (any Channel)?

    init(
        _ request: Request, id: RequestID, pathParameters: [Substring], query: Substring,
        maximumBodyBytes: Int, logger: Logger, channel: (any Channel)? = nil
    ) {
        head = request.head
        body = request.body
        self.id = id
        self.pathParameters = pathParameters
        self.query = query
        self.maximumBodyBytes = maximumBodyBytes
        self.logger = logger
        self.channel = channel
    }

    /// Returns the decoded path parameter at a position.
    func pathParameter(_ position: Int) throws(Failure) -> String {
        try PercentEncoding.decoded(pathParameters[position])
    }

    /// Returns the request without the path's first parameter.
    func afterFirstParameter() -> APIRequest {
        var request = self
        request.pathParameters.removeFirst()
        return request
    }

    /// Returns the app user id in the path; it may contain any character, including a slash.
    func appUserID(_ position: Int = 0) throws(Failure) -> AppUserID {
        let text = try pathParameter(position)
        guard !AppUserID.isErased(text) else {
            throw Failure(.appUserNotFound, "The app user with this id was erased.")
        }
        guard let id = AppUserID(rawValue: text) else {
            throw Failure(
                .invalidRequest, "The app user id is longer than \(AppUserID.maximumBytes) bytes.")
        }
        return id
    }

    /// Returns the UUID in the path at a position.
    ///
    /// Other text becomes the nil UUID, which no row has, so the database refuses it like any
    /// unknown id.
    func uuid(_ position: Int) throws(Failure) -> UUID {
        UUID(uuidString: try pathParameter(position)) ?? .zero
    }

    /// Returns the household id in the path, its first parameter.
    func householdID() throws(Failure) -> HouseholdID {
        HouseholdID(try uuid(0))
    }

    /// Returns the query's parameters; refuses names that are not allowed.
    func query(allowing names: [String]) throws(Failure) -> QueryParameters {
        try QueryParameters(query, allowing: names)
    }

    /// Refuses any query parameter.
    func expectNoQuery() throws(Failure) {
        try query(allowing: []).finish()
    }

    /// Runs an operation that may wait, with a stream that ends when the client leaves.
    ///
    /// A client that closed the connection cannot be told from one that has only nothing more to
    /// send. So the operation is not cancelled: it stops waiting, and what is known then is
    /// answered. The connection of a client that is there stays usable.
    func whileConnected<Value: Sendable>(
        _ operation: (_ presence: AsyncStream<Void>) async throws -> Value
    ) async throws -> Value {
        let client = await channel?.clientPresence ?? ClientPresence()
        return try await client.watching(operation)
    }

    /// Returns the whole body as it was sent.
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
        // If the server is cancelled, a truncated body looks complete.
        guard !Task.isCancelled else {
            throw Failure(.invalidRequest, "The request body was cut off.")
        }
        return Array(collected.readableBytesView)
    }

    /// Returns the body of a request without options: nothing, or an empty object.
    func bodyWithoutFields() async throws -> [UInt8] {
        let body = try await bodyBytes()
        if !body.isEmpty {
            try expectJSON()
            try BodyFields(body, allowing: [], nullable: []).finish()
        }
        return body
    }

    /// Returns the body of a request that says that it is JSON.
    func jsonBytes() async throws -> [UInt8] {
        try expectJSON()
        return try await bodyBytes()
    }

    /// Returns a body that says that it is JSON, or nothing.
    func optionalJSONBytes() async throws -> [UInt8] {
        let body = try await bodyBytes()
        if !body.isEmpty { try expectJSON() }
        return body
    }

    /// Refuses a body without the content type application/json.
    func expectJSON() throws(Failure) { try expect(["application/json"]) }

    /// Refuses a body without one of these content types.
    func expect(_ mediaTypes: [String]) throws(Failure) {
        let mediaType = head.headerFields[.contentType]?.split(separator: ";").first
        guard let mediaType, mediaTypes.contains(mediaType.trimmingSpaces().lowercased()) else {
            throw Failure(
                .unsupportedMediaType,
                "The body must be \(mediaTypes.joined(separator: " or ")).",
                fix: "Send `Content-Type: \(mediaTypes[0])`.")
        }
    }
}

extension UUID {
    /// The nil UUID.
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension Substring {
    fileprivate func trimmingSpaces() -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let trimmed = drop(while: isSpace)
        return trimmed.lastIndex { !isSpace($0) }.map { trimmed[...$0] } ?? ""
    }
}
