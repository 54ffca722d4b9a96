import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The body of a success; throws what anything else is.
    func checked(_ data: Data) throws -> Data {
        if (300..<400).contains(statusCode) { throw HearthError.redirected(statusCode) }
        let isJSON = value(forHTTPHeaderField: "Content-Type")?.contains("json") ?? false
        guard (200..<300).contains(statusCode) else { throw refusal(data) }
        guard data.isEmpty || isJSON else { throw unexpected(data) }
        let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        guard data.isEmpty || value != nil else {
            throw HearthError.noConnection("The answer was cut off.")
        }
        return data
    }

    /// What Hearth refused; another error if it is not Hearth's.
    func refusal(_ data: Data) -> HearthError {
        guard let problem = try? JSON.decoder.decode(Problem.self, from: data) else {
            return unexpected(data)
        }
        var error = HearthError(.refused, problem.code, problem.detail ?? "")
        error.title = problem.title ?? ""
        error.fix = problem.fix
        error.status = statusCode
        error.errors = problem.errors ?? []
        error.requestID = problem.instance ?? value(forHTTPHeaderField: "X-Request-Id")
        error.askedSeconds = askedSeconds
        error.retryAfterSeconds = problem.retryAfterSeconds ?? askedSeconds
        return error
    }

    func unexpected(_ data: Data) -> HearthError {
        let start = String(decoding: data.prefix(200), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(80)
        var error = HearthError(
            .answer, "unexpected_answer",
            start.isEmpty ? "The answer has no body." : "The answer is not Hearth's: \(start)")
        error.title = "Another server answered"
        error.fix = "Look at `address`, and at the proxy before Hearth."
        error.status = statusCode
        error.requestID = value(forHTTPHeaderField: "X-Request-Id")
        error.askedSeconds = askedSeconds
        return error
    }

    /// What `Retry-After` asks for, as seconds or as a date.
    private var askedSeconds: TimeInterval? {
        guard let text = value(forHTTPHeaderField: "Retry-After") else { return nil }
        if let seconds = Int(text) { return TimeInterval(max(0, seconds)) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
    }
}

private struct Problem: Decodable {
    let code: String
    let title: String?
    let detail: String?
    let fix: String?
    let instance: String?
    let errors: [HearthError.Field]?
    let retryAfterSeconds: TimeInterval?
}
