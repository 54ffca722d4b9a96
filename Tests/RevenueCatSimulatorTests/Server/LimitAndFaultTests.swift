import Entitlements
import NIOCore
import RevenueCatSimulator
import Synchronization
import TestSupport
import Testing

@Suite("Limits and faults")
struct LimitAndFaultTests {
    /// A clock that only the test advances.
    private final class StandingClock: Sendable {
        private let start = ContinuousClock.now
        private let passed = Mutex(Duration.zero)

        var time: ContinuousClock.Instant { start + passed.withLock { $0 } }

        func move(seconds: Int) {
            passed.withLock { $0 += .seconds(seconds) }
        }
    }

    @Test("requests over the limit get Retry-After, and early ones are counted")
    func rateLimit() async throws {
        let clock = StandingClock()
        try await TestSimulator.run {
            $0.requestsPerMinute = 2
            $0.monotonicTime = { clock.time }
        } _: { server in
            #expect(try await server.v2("customers")["revenuecat-rate-limit-current-usage"] == "1")
            clock.move(seconds: 20)
            #expect(try await server.v2("customers")["revenuecat-rate-limit-current-limit"] == "2")
            #expect(try await server.v2("products").status == 200, "another domain")
            #expect(try await server.v1("u").status == 201, "another key")
            let refused = try await server.v2("customers")
            #expect(refused.status == 429)
            #expect(refused["retry-after"] == "40")
            #expect(refused.json["backoff_ms"] == 40_000)
            #expect(refused.json["type"] == "rate_limit_error")
            #expect(server.simulator.statistics.earlyRequests == 0)
            clock.move(seconds: 39)
            #expect(try await server.v2("customers").status == 429)
            #expect(server.simulator.statistics.earlyRequests == 1)
            clock.move(seconds: 1)
            #expect(try await server.v2("customers").status == 200)
            #expect(server.simulator.statistics.earlyRequests == 1)
            server.simulator.setRequestsPerMinute(nil)
            for _ in 0..<5 { #expect(try await server.v2("customers").status == 200) }
        }
    }

    @Test("v1 limits requests too")
    func rateLimitOfV1() async throws {
        try await TestSimulator.run {
            $0.requestsPerMinute = 1
        } _: { server in
            #expect(try await server.v1("u").status == 201)
            let refused = try await server.v1("u")
            #expect(refused.status == 429)
            #expect(
                refused["retry-after"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
        }
    }

    @Test("a fault affects the given number of requests, and no others")
    func faults() async throws {
        let clock = StandingClock()
        try await TestSimulator.run {
            $0.monotonicTime = { clock.time }
        } _: { server in
            for (fault, status) in [
                (Fault(.rateLimited, count: 1, retryAfterSeconds: 7), 429),
                (Fault(.serverError, count: 1), 500), (Fault(.unavailable, count: 1), 503),
                (Fault(.garbage, count: 1), 200), (Fault(.html, count: 1), 502),
            ] {
                server.simulator.setFaults([fault])
                let response = try await server.v1("u")
                #expect(response.status == status)
                #expect(response.json == .null || response.json["subscriber"] == nil)
                #expect(response["retry-after"] == fault.retryAfterSeconds.map(String.init))
                clock.move(seconds: 6)
                #expect((try await server.v1("u")).json["subscriber"] != nil)
                clock.move(seconds: 1)
            }
            server.simulator.setFaults([Fault(.serverError, pathPrefix: "/v2/")])
            #expect(try await server.v1("u").status == 200)
            for _ in 0..<3 { #expect(try await server.v2("customers").status == 500) }
            #expect(server.simulator.statistics.faults == 8)
            #expect(server.simulator.statistics.earlyRequests == 1)
        }
    }

    @Test("a body is truncated, and a connection hangs")
    func brokenConnections() async throws {
        try await TestSimulator.run { server in
            _ = try await server.v1("u")
            let head = server.head("GET", "/v1/subscribers/u", TestSimulator.v1Key)
            server.simulator.setFaults([Fault(.truncated, count: 1)])
            let bytes = try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(head)
                return try await connection.bytesUntilClosed()
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200") && text.contains("request_date"))
            #expect(!text.contains("subscriptions"))

            server.simulator.setFaults([Fault(.hang, count: 1)])
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(head)
                #expect(
                    await eventually { server.simulator.statistics.faults == 2 })
                await #expect(throws: RawHTTPConnection.ReadError.self) {
                    try await connection.response(within: .milliseconds(50))
                }
            }
            #expect(try await server.v1("u").status == 200)
        }
    }

    @Test("a fault with a rate affects some requests")
    func rate() async throws {
        try await TestSimulator.run { server in
            server.simulator.setFaults([Fault(.serverError, rate: 0.5)])
            for _ in 0..<40 { _ = try await server.v1("u") }
            #expect((8...32).contains(server.simulator.statistics.faults))
        }
    }
}
