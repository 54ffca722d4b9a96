import RevenueCat
import TestSupport
import Testing

@Suite("The circuit breaker", .timeLimit(.minutes(5)))
struct CircuitBreakerTests {
    private let start = ContinuousClock.now
    private let breaker: CircuitBreaker

    init() {
        var configuration = CircuitBreaker.Configuration()
        configuration.failuresToOpen = 3
        configuration.firstPauseMilliseconds = 5_000
        configuration.maximumPauseMilliseconds = 15_000
        breaker = CircuitBreaker(configuration: configuration)
    }

    private func admit(at second: Double) -> CircuitBreaker.Admission {
        breaker.admit(at: start + .seconds(second))
    }

    private func record(
        _ outcome: CircuitBreaker.Outcome, of permit: CircuitBreaker.Permit = .ordinary,
        at second: Double = 0, times: Int = 1
    ) {
        for _ in 0..<times { breaker.record(outcome, of: permit, at: start + .seconds(second)) }
    }

    @Test("opens after consecutive failures, and returns the time to wait")
    func opens() {
        record(.failed, times: 2)
        #expect(admit(at: 0) == .permitted(.ordinary))
        record(.answered)
        record(.failed, times: 2)
        record(.abandoned)
        #expect(admit(at: 0) == .permitted(.ordinary))
        record(.failed)
        #expect(admit(at: 0) == .refused(retryAfterSeconds: 5))
        #expect(admit(at: 0.5) == .refused(retryAfterSeconds: 5))
        #expect(admit(at: 4.999) == .refused(retryAfterSeconds: 1))
    }

    @Test("allows one probe at a time, and closes after a success")
    func probes() {
        record(.failed, times: 3)
        #expect(admit(at: 5) == .permitted(.probe))
        #expect(admit(at: 5) == .refused(retryAfterSeconds: 1))
        #expect(admit(at: 1_000) == .refused(retryAfterSeconds: 1))
        record(.answered, of: .probe, at: 6)
        #expect(admit(at: 6) == .permitted(.ordinary))
        record(.failed, times: 2)
        #expect(admit(at: 6) == .permitted(.ordinary))
    }

    @Test("doubles the wait after each failed probe, up to a limit")
    func pauses() {
        record(.failed, times: 3)
        var now = 5.0
        for pause in [10, 15, 15] {
            #expect(admit(at: now) == .permitted(.probe))
            record(.failed, of: .probe, at: now)
            #expect(admit(at: now) == .refused(retryAfterSeconds: pause))
            now += Double(pause)
        }
        #expect(admit(at: now) == .permitted(.probe))
        record(.answered, of: .probe, at: now)
        record(.failed, at: now, times: 3)
        #expect(admit(at: now) == .refused(retryAfterSeconds: 5))
    }

    @Test("allows another probe if one is cancelled")
    func abandonedProbe() {
        record(.failed, times: 3)
        #expect(admit(at: 5) == .permitted(.probe))
        record(.abandoned, of: .probe, at: 6)
        #expect(admit(at: 6) == .permitted(.probe))
    }

    @Test("ignores the results of requests sent before it opened")
    func lateOutcomes() {
        record(.failed, times: 3)
        record(.answered, at: 1)
        #expect(admit(at: 1) == .refused(retryAfterSeconds: 4))
        #expect(admit(at: 5) == .permitted(.probe))
        record(.answered, at: 5)
        record(.failed, at: 5)
        #expect(admit(at: 5) == .refused(retryAfterSeconds: 1))
    }

    @Test("waits for the longest Retry-After")
    func lateLimits() {
        record(.limited(seconds: 2))
        record(.limited(seconds: 3), at: 1)
        record(.limited(seconds: 1), at: 1)
        #expect(admit(at: 3) == .refused(retryAfterSeconds: 1))
        #expect(admit(at: 4) == .permitted(.probe))
        record(.limited(seconds: 4), at: 4)
        #expect(admit(at: 7) == .refused(retryAfterSeconds: 1))
    }

    @Test("stops a client's requests to a server that does not answer")
    func client() async throws {
        try await withClient(breaker: breaker) { _, number in
            .text("", status: number < 3 ? 500 : 429)
        } _: { running in
            #expect(await running.failure() == .unavailable(retryAfterSeconds: nil))
            #expect(await running.failure() == .unavailable(retryAfterSeconds: 5))
            #expect(running.upstream.requests.count == 3)
            running.time.advance(by: .seconds(5))
            #expect(await running.failure() == .rateLimited(retryAfterSeconds: 60))
            #expect(running.upstream.requests.count == 4)
        }
    }

    @Test("stops requests until a server's Retry-After is over", arguments: [429, 503])
    func limited(status: Int) async throws {
        try await withClient { _, number in
            number == 0 ? .text("", status: status, headers: ["Retry-After": "30"]) : .missing
        } _: { running in
            #expect(
                await running.failure()
                    == (status == 429
                        ? .rateLimited(retryAfterSeconds: 30)
                        : .unavailable(retryAfterSeconds: 30)))
            running.time.advance(by: .seconds(29))
            #expect(await running.failure() == .unavailable(retryAfterSeconds: 1))
            #expect(running.upstream.requests.count == 1)
            running.time.advance(by: .seconds(1))
            _ = await running.failure()
            #expect(running.upstream.requests.count == 2)
        }
    }

    @Test(
        "does not count unreadable answers",
        arguments: [
            .text("{", status: 200), .text("{}", status: 200), .text("", status: 401),
            .text("", status: 423), .text("", status: 404),
        ] as [UpstreamAnswer])
    func answers(answer: UpstreamAnswer) async throws {
        try await withClient(breaker: breaker, answering: { _, _ in answer }) { running in
            for _ in 0..<5 { _ = await running.failure() }
            #expect(running.upstream.requests.count >= 5)
            #expect(running.time.pauses.count % 2 == 0)
        }
    }
}
