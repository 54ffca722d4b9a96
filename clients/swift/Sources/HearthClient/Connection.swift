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

    /// Sends the body with an idempotency key, so that repeating it is safe.
    func post<Answer: Decodable>(_ path: String, _ body: some Encodable) async throws -> Answer {
        try JSON.decoder.decode(
            Answer.self,
            from: await data(
                for: "POST", path, body: JSON.encoder.encode(body),
                idempotencyKey: UUID().uuidString))
    }

    /// Requests are made this many times at most.
    private static let maximumAttempts = 4

    /// The longest pause between two attempts.
    static let maximumRetrySeconds: TimeInterval = 30

    /// Returns the body of a successful answer; throws a `HearthError` for a refusal, and a
    /// `URLError` if there is no answer.
    ///
    /// Repeated if it is a GET or has an idempotency key, and may succeed later.
    func data(
        for method: String, _ path: String, body: Data? = nil, idempotencyKey: String? = nil,
        timeoutSeconds: TimeInterval = 15
    ) async throws -> Data {
        let attempts = method == "GET" || idempotencyKey != nil ? Self.maximumAttempts : 1
        var attempt = 1
        while true {
            var seconds = 0.5 * pow(2, Double(attempt - 1))
            do {
                return try await once(method, path, body, idempotencyKey, timeoutSeconds)
            } catch let error as HearthError {
                seconds = error.pauseSeconds ?? seconds
                guard attempt < attempts, error.mayPass, seconds <= Self.maximumRetrySeconds else {
                    throw error
                }
            } catch let error as URLError {
                guard attempt < attempts, error.code != .cancelled else { throw error }
            }
            try await Task.sleep(for: .seconds(seconds))
            attempt += 1
        }
    }

    private func once(
        _ method: String, _ path: String, _ body: Data?, _ idempotencyKey: String?,
        _ timeoutSeconds: TimeInterval
    ) async throws -> Data {
        var request = try await request(method, path)
        request.timeoutInterval = timeoutSeconds
        request.setValue(idempotencyKey, forHTTPHeaderField: "Idempotency-Key")
        if let body {
            request.httpBody = body
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        guard (200..<300).contains(response.statusCode) else {
            throw HearthError(response, body: data)
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

    /// What `Retry-After` asks for.
    let pauseSeconds: TimeInterval?

    /// Whether the same request may succeed later, without another cause than time.
    var mayPass: Bool { status == 408 || status >= 500 || pauseSeconds != nil }

    init(_ response: HTTPURLResponse, body: Data) {
        let problem = try? JSON.decoder.decode(Problem.self, from: body)
        status = response.statusCode
        code = problem?.code ?? "unknown"
        detail = problem?.detail ?? ""
        retryAfterSeconds = problem?.retryAfterSeconds
        pauseSeconds = response.value(forHTTPHeaderField: "Retry-After").flatMap(Self.seconds)
    }

    /// Seconds, or those until a date.
    private static func seconds(_ text: String) -> TimeInterval? {
        if let seconds = Int(text) { return TimeInterval(max(0, seconds)) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
    }

    private struct Problem: Decodable {
        let code: String
        let detail: String
        let retryAfterSeconds: Int?
    }
}
