import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("RevenueCat's failures", .timeLimit(.minutes(5)))
struct FailureTests {
    private static let person: JSONValue = [
        "request_date_ms": 1_796_119_200_123,
        "subscriber": ["subscriptions": [:], "non_subscriptions": [:]],
    ]

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: UpstreamAnswer
        let error: RevenueCatError
        var attempts = 1
    }

    private static func case429(
        _ header: String?, _ backoff: JSONValue? = nil, is seconds: Int
    ) -> Case {
        let body: JSONValue = ["object": "error", "type": "rate_limit_error", "retryable": true]
        return Case(
            testDescription: "429, \(header ?? "no header"), \(backoff.map { "\($0)" } ?? "-")",
            answer: .json(
                body.setting("backoff_ms", backoff), status: 429,
                headers: header.map { ["Retry-After": $0] } ?? [:]),
            error: .rateLimited(retryAfterSeconds: seconds))
    }

    @Test(
        "a 429 stops requests for its Retry-After",
        arguments: [
            case429("7", is: 7), case429("0", is: 1), case429("86400", is: 300),
            case429("-5", is: 1), case429(nil, is: 60), case429("soon", is: 60),
            case429(nil, 1_500, is: 2), case429(nil, 0, is: 1), case429(nil, -1, is: 60),
            case429(nil, "5", is: 60), case429(nil, .integer(.max), is: 300),
            case429("30", 2_000, is: 30), case429("2", 30_000, is: 30),
            // Milliseconds, the former unit of the header.
            case429("2500", 2_500, is: 3),
            case429("Tue, 01 Dec 2026 10:00:20 GMT", is: 20),
            case429("Tue, 01 Dec 2026 09:00:00 GMT", is: 1),
        ])
    func rateLimited(_ one: Case) async throws {
        try await expect(one)
        #expect(one.error.isRetryable)
    }

    @Test(
        "a request is repeated if that may help, and otherwise has its error",
        arguments: [
            Case(
                testDescription: "500", answer: .text("", status: 500),
                error: .unavailable(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "502 of a proxy", answer: .text("<html>", status: 502),
                error: .unavailable(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "503, soon",
                answer: .json(["type": "server_error", "backoff_ms": 1_000], status: 503),
                error: .unavailable(retryAfterSeconds: 1), attempts: 3),
            Case(
                testDescription: "503, later",
                answer: .text("", status: 503, headers: ["Retry-After": "120"]),
                error: .unavailable(retryAfterSeconds: 120)),
            Case(
                testDescription: "423", answer: .json(["backoff_ms": 2_000], status: 423),
                error: .busy(retryAfterSeconds: 2), attempts: 3),
            Case(
                testDescription: "423 without a time", answer: .text("", status: 423),
                error: .busy(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "v1's request in progress",
                answer: .json(["code": 7_638, "message": "in progress"], status: 429),
                error: .busy(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "the same, for a second",
                answer: .json(
                    ["code": "7638"], status: 429, headers: ["Retry-After": "1"]),
                error: .busy(retryAfterSeconds: 1), attempts: 3),
            Case(
                testDescription: "a proxy's page", answer: .text("<html>Sign in</html>"),
                error: .unavailable(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "nothing", answer: .text(""),
                error: .unavailable(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "half of it", answer: .text(#" {"subscriber":{"subscr"#),
                error: .unreadable(reason: "malformed_json"), attempts: 3),
            Case(
                testDescription: "a body that breaks off",
                answer: .brokenOff("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"),
                error: .unavailable(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "another protocol", answer: .brokenOff("SSH-2.0-x\r\n\r\n"),
                error: .unavailable(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "a lost connection", answer: .brokenOff(""),
                error: .unavailable(retryAfterSeconds: nil), attempts: 3),
            Case(
                testDescription: "401", answer: .json(["message": "no key"], status: 401),
                error: .unauthorized),
            Case(testDescription: "403", answer: .text("", status: 403), error: .unauthorized),
            Case(
                testDescription: "400", answer: .json(["code": 7_256], status: 400),
                error: .unreadable(reason: "status_unexpected")),
            Case(
                testDescription: "a redirect",
                answer: .text("", status: 302, headers: ["Location": "/elsewhere"]),
                error: .unreadable(reason: "status_unexpected")),
            Case(
                testDescription: "204", answer: .text("", status: 204),
                error: .unreadable(reason: "status_unexpected")),
            Case(
                testDescription: "v1 without such a path",
                answer: .json(["type": "resource_missing"], status: 404),
                error: .unreadable(reason: "status_unexpected")),
            Case(
                testDescription: "UTF-16, little-endian, marked",
                answer: .bytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
                error: .unreadable(reason: "not_utf8")),
            Case(
                testDescription: "UTF-16, big-endian, unmarked",
                answer: .bytes([0, 0x7b, 0, 0x7d]), error: .unreadable(reason: "not_utf8")),
            Case(
                testDescription: "UTF-16, little-endian, unmarked",
                answer: .bytes([0x7b, 0, 0x7d, 0]), error: .unreadable(reason: "not_utf8")),
            Case(
                testDescription: "stray bytes before it",
                answer: .bytes([0x80, 0x81] + Array(#"{"subscriber":{}}"#.utf8)),
                error: .unreadable(reason: "not_utf8")),
            Case(
                testDescription: "Latin-1 in it",
                answer: .bytes(Array(#"{"a":""#.utf8) + [0xe9] + Array(#""}"#.utf8)),
                error: .unreadable(reason: "not_utf8")),
            Case(
                testDescription: "cut inside a character",
                answer: .bytes(Array(#"{"a":""#.utf8) + [0xe2, 0x82]),
                error: .unreadable(reason: "malformed_json"), attempts: 3),
            Case(
                testDescription: "too much",
                answer: .text(#"{"a":""# + String(repeating: "x", count: 2_000) + #""}"#),
                error: .unreadable(reason: "answer_too_large")),
        ])
    func failures(_ one: Case) async throws {
        try await expect(one)
    }

    private func expect(_ one: Case) async throws {
        try await withClient(configure: { $0.maximumBodyBytes = 1_000 }) { _, _ in
            one.answer
        } _: { running in
            #expect(await running.failure() == one.error)
            #expect(running.upstream.requests.count == one.attempts)
        }
    }

    @Test("a request without an answer times out")
    func silence() async throws {
        try await withClient(configure: { $0.requestTimeoutMilliseconds = 100 }) { _, _ in
            .silence
        } _: { running in
            #expect(await running.failure() == .unavailable(retryAfterSeconds: nil))
            #expect(running.time.pauses.count == 2)
        }
    }

    @Test("the wait is random, and doubles each time")
    func pauses() async throws {
        for (chance, pauses) in [(0.0, [0, 0]), (0.5, [125, 250]), (0.9, [225, 450])] {
            try await withClient(time: TestClock(chance: chance)) { _, number in
                number < 2 ? .text("", status: 500) : .json(Self.person)
            } _: { running in
                #expect(await running.failure() == nil)
                #expect(running.time.pauses == pauses.map(Duration.milliseconds))
            }
        }
    }

    @Test("the wait is at least Retry-After")
    func statedPause() async throws {
        try await withClient { _, number in
            number == 0
                ? .text("", status: 503, headers: ["Retry-After": "4"]) : .json(Self.person)
        } _: { running in
            #expect(await running.failure() == nil)
            #expect(running.time.pauses == [.seconds(4)])
        }
    }

    @Test("all requests of a call share its deadline")
    func deadline() async throws {
        let late: Upstream.Script = { _, _ in
            .json(["object": "list", "items": [], "backoff_ms": 4_000], status: 503)
        }
        let configure = { (settings: inout RevenueCatSettings) in
            settings.totalTimeoutMilliseconds = 9_000
            settings.maximumAttempts = 100
        }
        try await withClient(configure: configure, answering: late) { running in
            #expect(await running.failure() == .unavailable(retryAfterSeconds: 4))
            #expect(running.time.pauses == [.seconds(4), .seconds(4)])
        }
    }

    @Test("no further page is requested after the deadline")
    func deadlineBetweenRequests() async throws {
        let time = TestClock()
        try await withClient(of: .v2(projectID: "p"), time: time) { _, _ in
            time.advance(by: .seconds(16))
            return .list([])
        } _: { running in
            #expect(await running.failure() == .unavailable(retryAfterSeconds: nil))
            #expect(running.upstream.requests.count == 2)
        }
    }

    @Test("a cancelled call is not repeated")
    func cancelled() async throws {
        try await withClient(answering: { _, _ in .silence }) { running in
            await withTaskGroup(of: RevenueCatError?.self) { group in
                group.addTask { await running.failure() }
                #expect(await eventually { !running.upstream.targets.isEmpty })
                group.cancelAll()
                #expect(await group.next() == .unavailable(retryAfterSeconds: nil))
            }
            #expect(running.upstream.requests.count == 1)
        }
    }

    @Test("an error shows nothing secret")
    func descriptions() {
        let errors: [RevenueCatError] = [
            .rateLimited(retryAfterSeconds: 7), .unavailable(retryAfterSeconds: 7),
            .unavailable(retryAfterSeconds: nil), .unauthorized, .unreadable(reason: "x_missing"),
        ]
        #expect(errors.map(\.retryAfter) == [7, 7, nil, nil, nil])
        #expect(errors.map(\.isRetryable) == [true, true, true, false, false])
        #expect(RevenueCatError.unreadable(reason: "malformed_json").isRetryable)
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
