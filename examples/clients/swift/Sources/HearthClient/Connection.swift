import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests to one Hearth, with a token or a key.
struct Connection: Sendable {
    let address: URL
    let session: URLSession
    let headers: [String: String]
    let token: @Sendable () async throws -> String

    func get<Answer: Decodable>(
        _ path: String, timeoutSeconds: TimeInterval = 15
    ) async throws -> Answer {
        try JSON.decoder.decode(
            Answer.self, from: await data(for: "GET", path, timeoutSeconds: timeoutSeconds))
    }

    func post<Answer: Decodable>(_ path: String, _ body: some Encodable) async throws -> Answer {
        try JSON.decoder.decode(
            Answer.self, from: await data(for: "POST", path, body: JSON.encoder.encode(body)))
    }

    /// Returns the body of a successful answer; throws a `HearthError` for a refusal, and a
    /// `URLError` if there is no answer.
    func data(
        for method: String, _ path: String, body: Data? = nil, timeoutSeconds: TimeInterval = 15
    ) async throws -> Data {
        var request = try await request(method, path)
        request.timeoutInterval = timeoutSeconds
        if let body {
            request.httpBody = body
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        guard (200..<300).contains(response.statusCode) else {
            throw HearthError(status: response.statusCode, body: data)
        }
        return data
    }

    func request(_ method: String, _ path: String) async throws -> URLRequest {
        guard let url = URL(string: path, relativeTo: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method
        request.setValue("Bearer \(try await token())", forHTTPHeaderField: "Authorization")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// A value as one segment of a path.
    static func escaped(_ segment: String) -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return segment.addingPercentEncoding(withAllowedCharacters: plain) ?? segment
    }
}

/// A refusal by Hearth.
public struct HearthError: Error, Equatable {
    /// The HTTP status.
    public let status: Int
    /// Stable; take an unknown one by its status.
    public let code: String
    /// For the log; people are told in your own words.
    public let detail: String
    /// When it may succeed, if waiting helps.
    public let retryAfterSeconds: Int?

    init(status: Int, body: Data) {
        let problem = try? JSON.decoder.decode(Problem.self, from: body)
        self.status = status
        code = problem?.code ?? "unknown"
        detail = problem?.detail ?? ""
        retryAfterSeconds = problem?.retryAfterSeconds
    }

    private struct Problem: Decodable {
        let code: String
        let detail: String
        let retryAfterSeconds: Int?
    }
}
