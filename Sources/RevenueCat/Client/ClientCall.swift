import Curl
import Entitlements

/// The requests of one call: they share a deadline, and each is retried if that may help.
struct ClientCall: Sendable {
    /// A successful answer.
    struct Answer: Sendable {
        let body: JSONObject
        /// Whether the request created the thing (201).
        let isCreated: Bool
        /// The time of the answer by the server's clock.
        let date: Timestamp?
    }

    let http: HTTPClient
    let settings: RevenueCatSettings
    let breaker: CircuitBreaker
    let clock: RevenueCatClock
    let server: ServerAddress
    let startedAt: Timestamp
    private let deadline: ContinuousClock.Instant

    init(
        http: HTTPClient, settings: RevenueCatSettings, breaker: CircuitBreaker,
        clock: RevenueCatClock
    ) {
        self.http = http
        self.settings = settings
        self.breaker = breaker
        self.clock = clock
        server = ServerAddress(settings.serverURL)
        startedAt = clock.timeOfDay()
        deadline = clock.instant() + .milliseconds(settings.totalTimeoutMilliseconds)
    }

    /// Requests a URL; nil if RevenueCat answers that it has no such resource.
    func get(_ url: String) async throws(RevenueCatError) -> Answer? {
        var attempts = 0
        while true {
            attempts += 1
            do throws(AttemptError) {
                return try await attempt(url)
            } catch {
                guard error.isPassing, attempts < settings.maximumAttempts,
                    await wait(after: error, attempts: attempts)
                else { throw error.error }
            }
        }
    }
}

extension ClientCall {
    private func attempt(_ url: String) async throws(AttemptError) -> Answer? {
        switch breaker.admit(at: clock.instant()) {
        case .refused(let seconds):
            throw AttemptError(
                error: .unavailable(retryAfterSeconds: seconds), outcome: .abandoned,
                isPassing: false)
        case .permitted(let permit):
            do throws(AttemptError) {
                let answer = try await ask(url)
                breaker.record(.answered, of: permit, at: clock.instant())
                return answer
            } catch {
                breaker.record(error.outcome, of: permit, at: clock.instant())
                throw error
            }
        }
    }

    private func ask(_ url: String) async throws(AttemptError) -> Answer? {
        let left = clock.instant().duration(to: deadline).wholeMilliseconds
        guard left > 0 else {
            throw AttemptError(
                error: .unavailable(retryAfterSeconds: nil), outcome: .abandoned, isPassing: false)
        }
        var request = CurlRequest(
            "GET", url, addressFilter: .any,
            headers: [
                ("Authorization", "Bearer \(settings.apiKey)"), ("Accept", "application/json"),
            ])
        request.connectTimeoutMilliseconds = min(left, settings.connectTimeoutMilliseconds)
        request.totalTimeoutMilliseconds = min(left, settings.requestTimeoutMilliseconds)
        request.maximumBodyBytes = settings.maximumBodyBytes
        request.spanName = "RevenueCat"
        let response: CurlResponse
        do throws(CurlError) {
            response = try await http.send(request)
        } catch {
            throw AttemptError(error)
        }
        return try answer(in: response)
    }

    private func answer(in response: CurlResponse) throws(AttemptError) -> Answer? {
        var limits = JSONParser.Limits()
        limits.maximumBytes = settings.maximumBodyBytes
        let body = (try? JSONParser.parse(response.body, limits: limits))?.object
        switch response.status {
        case let status where status == 200 || status == 201:
            guard let body else { throw AttemptError(notJSON: response.body) }
            return Answer(
                body: body, isCreated: status == 201,
                date: response["date"].flatMap { Timestamp(httpDate: $0) })
        // A 404 of another server, such as a proxy, does not mean that the resource is missing.
        case 404 where body?["type"]?.string == "resource_missing":
            return nil
        case let status:
            let seconds = RetryAfter.seconds(
                header: response["retry-after"], body: body, at: clock.timeOfDay(),
                atMost: settings.maximumRetryAfterSeconds)
            throw AttemptError(
                status: status, code: body?["code"], retryAfterSeconds: seconds, settings)
        }
    }
}

extension ClientCall {
    /// Waits before a retry; false if the deadline is too near, or on cancellation.
    private func wait(after setback: AttemptError, attempts: Int) async -> Bool {
        // Full jitter, so that clients that failed together do not retry together.
        let longest = settings.pauseMilliseconds << min(attempts - 1, Self.maximumDoublings)
        let jittered = Duration.milliseconds(Double(longest) * clock.chance())
        let pause = max(jittered, .seconds(setback.error.retryAfter ?? 0))
        guard clock.instant() + pause < deadline else { return false }
        return (try? await clock.wait(pause)) != nil
    }

    private static let maximumDoublings = 8
}

extension Duration {
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
