import Entitlements
import HTTPTypes

/// A request to the simulator.
struct SimulatorRequest: Sendable {
    var method: HTTPRequest.Method
    /// The path as sent, without the query.
    var path: String
    /// The path's parts, decoded.
    var segments: [String]
    /// Decoded.
    var query: [String: String]
    var authorization: String?
    /// The scheme and host that the request was sent to.
    var origin: String
    var body: [UInt8]

    init(_ head: HTTPRequest, body: [UInt8]) {
        let target = (head.path ?? "/").split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = head.method
        path = String(target[0])
        segments = path.split(separator: "/").compactMap { try? PercentEncoding.decoded($0) }
        query = [:]
        for pair in target.dropFirst().first?.split(separator: "&") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = (try? PercentEncoding.decoded(parts[0])) ?? ""
            query[name] = parts.count > 1 ? try? PercentEncoding.decoded(parts[1]) : ""
        }
        authorization = head.headerFields[.authorization]
        origin = "http://\(head.authority ?? "")"
        self.body = body
    }

    var page: PageRequest {
        let limit = query["limit"].flatMap { Int($0) } ?? PageRequest.defaultLimit
        return PageRequest(
            path: path, origin: origin,
            limit: min(max(limit, 1), PageRequest.maximumLimit),
            startingAfter: query["starting_after"])
    }
}

/// The answer, and whether it is sent whole.
struct SimulatorResponse: Sendable {
    enum Delivery: Sendable {
        case whole
        case truncated
        case never
    }

    var status: HTTPResponse.Status
    var body: [UInt8]
    var contentType = "application/json"
    var headers: [(HTTPField.Name, String)] = []
    var delivery = Delivery.whole

    init(_ status: HTTPResponse.Status = .ok, _ body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

extension HTTPField.Name {
    static let currentUsage = Self.known("RevenueCat-Rate-Limit-Current-Usage")
    static let currentLimit = Self.known("RevenueCat-Rate-Limit-Current-Limit")

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else {
            preconditionFailure("“\(text)” is not a name of a header")
        }
        return name
    }
}
