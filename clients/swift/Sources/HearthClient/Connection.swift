import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is sent, in each attempt.
struct Request: Sendable {
    var method = "GET"
    var path: String
    var body: Data?
    var idempotencyKey: String?
    /// For a POST that only asks.
    var isLookup = false
    /// Whether sending it twice is the same as once, although it has no idempotency key.
    var isIdempotent = false

    var isRepeatable: Bool { method == "GET" || idempotencyKey != nil || isIdempotent }

    /// How long all attempts may take together, without another limit.
    var seconds: TimeInterval { method == "GET" || isLookup ? 2 : 10 }
}

/// Sends requests to one Hearth, with a token or a key.
struct Connection: Sendable {
    let address: URL
    let tenant: String?
    let token: @Sendable (_ isRefused: Bool) async throws -> String
    /// Whether a function gives a token, which may end.
    let hasToken: Bool
    var timeout: TimeInterval?
    var attempts: Int
    var fallback: TimeInterval?
    let sender = Sender()
    let lastAnswers = LastAnswers()

    /// The body of a successful answer, after as many attempts as may help and fit into the limit.
    func data(for request: Request, token known: String? = nil) async throws -> Data {
        let seconds = timeout ?? request.seconds
        let end = Date(timeIntervalSinceNow: seconds)
        let lastAttempt = request.isRepeatable ? attempts : 1
        var (attempt, token, isRefused) = (1, known, false)
        while true {
            let left = max(0, end.timeIntervalSinceNow)
            do {
                let current = try await checkedToken(token, isRefused: isRefused, within: left)
                token = current
                return try await once(
                    request, token: current, within: attempt == lastAttempt ? left : left / 2)
            } catch let error as HearthError {
                if error.code == "token_refused", hasToken, !isRefused {
                    // It may have ended on its way, so the function is asked again, once.
                    (token, isRefused) = (nil, true)
                    continue
                }
                guard let pause = error.pauseSeconds(failures: attempt), attempt < lastAttempt,
                    end.timeIntervalSinceNow > pause
                else { throw error.kind == .timedOut ? .timedOut(after: seconds) : error }
                try await Task.sleep(for: .seconds(pause))
                attempt += 1
            }
        }
    }

    /// The known token, or what the function for tokens gives.
    func checkedToken(
        _ known: String? = nil, isRefused: Bool = false, within seconds: TimeInterval
    ) async throws -> String {
        if let known { return known }
        let text = try await limited(to: seconds) { try await token(isRefused) }
        guard text.isVisible else {
            throw HearthError.option("key", "It has other characters than a token, or none.")
        }
        return text
    }

    private func once(
        _ request: Request, token: String, within seconds: TimeInterval
    ) async throws -> Data {
        var message = try urlRequest(request, token: token)
        // Later than our own limit, which holds for the whole answer.
        message.timeoutInterval = seconds * 2 + 5
        let sent = message
        return try await limited(to: seconds) {
            let (data, response) = try await sender.send(sent)
            return try response.checked(data)
        }
    }

    func urlRequest(_ request: Request, token: String) throws -> URLRequest {
        var start = address.absoluteString
        if start.hasSuffix("/") { start.removeLast() }
        guard request.path.hasPrefix("/"), let url = URL(string: start + request.path) else {
            throw HearthError.option("path", "It begins with / and is percent-encoded.")
        }
        var message = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        message.httpMethod = request.method
        message.httpBody = request.body
        let headers = [
            "Authorization": "Bearer \(token)", "Accept": "application/json",
            "User-Agent": "hearth-swift/\(hearthVersion)", "Hearth-Tenant": tenant,
            "Idempotency-Key": request.idempotencyKey,
            "Content-Type": request.body == nil ? nil : "application/json",
        ]
        for (name, value) in headers { message.setValue(value, forHTTPHeaderField: name) }
        return message
    }

    /// A value as one segment of a path.
    static func segment(_ name: String) throws -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        guard name != ".", name != "..",
            let escaped = name.addingPercentEncoding(withAllowedCharacters: plain)
        else { throw HearthError.option("id", "An id in a path is neither `.` nor `..`.") }
        return escaped
    }
}

/// Ends the work after some seconds.
func limited<Result: Sendable>(
    to seconds: TimeInterval, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: work)
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            throw HearthError.timedOut(after: seconds)
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
