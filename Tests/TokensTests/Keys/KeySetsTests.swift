import Curl
import Entitlements
import TestSupport
import Testing

@testable import Tokens

@Suite("Published keys over HTTP", .timeLimit(.minutes(5)))
struct KeySetsTests {
    private static let signer = TestSigner.newES256()

    private static func published() throws -> UpstreamAnswer {
        .json(["keys": [try signer.jwk("a")]])
    }

    @Test("are fetched once from the tenant's URL")
    func fetched() async throws {
        let answer = try Self.published()
        try await Self.withKeySets { _, _ in
            answer
        } _: { keySets, url, upstream in
            let keySet = keySets.keySet(at: url, for: [.es256])
            #expect(await keySet.refusal(of: "a") == nil)
            #expect(await keySet.refusal(of: "b") == .unknownKey)
            #expect(keySets.keySet(at: url, for: [.es256]) === keySet)
            #expect(keySets.keySet(at: url, for: [.rs256]) !== keySet)
            #expect(upstream.targets == ["/auth/v1/jwks.json", "/auth/v1/jwks.json"])
            #expect(upstream.requests.first?["accept"] == ["application/json"])
        }
    }

    @Test("change during hundreds of requests, and no token is refused")
    func rotated() async throws {
        let names = ["a", "b", "c", "d"]
        let keys = try names.map { try TestSigner.newES256().jwk($0) }
        try await Self.withKeySets { _, number in
            // An issuer lists a key before signing with it, and keeps the previous one for a while.
            .json(["keys": .array(Array(keys[max(0, number - 1)...min(number, 3)]))])
        } _: { keySets, url, upstream in
            let keySet = keySets.keySet(at: url, for: [.es256])
            for step in names.indices {
                let listed = names[max(0, step - 1)...step]
                await withTaskGroup(of: TokenError?.self) { group in
                    for number in 0..<200 {
                        let name = listed[listed.startIndex + number % listed.count]
                        group.addTask { await keySet.refusal(of: name) }
                    }
                    for await refusal in group { #expect(refusal == nil) }
                }
            }
            #expect(upstream.requests.count == names.count)
        }
    }

    @Test("stay cached if an answer is not a key set", arguments: otherAnswers)
    func nonsense(name: String, answer: UpstreamAnswer) async throws {
        let published = try Self.published()
        let time = TestClock()
        let failures = FailureCount()
        try await Self.withKeySets(time, counting: failures) { _, number in
            number == 0 ? published : answer
        } _: { keySets, url, upstream in
            let keySet = keySets.keySet(at: url, for: [.es256])
            #expect(await keySet.refusal(of: "a") == nil)
            time.advance(by: .seconds(7_200))
            #expect(await keySet.refusal(of: "a") == nil, "\(name)")
            #expect(await keySet.refusal(of: "b") == .unknownKey)
            #expect(failures.count == 1)
            // libcurl itself repeats a request on a kept connection that was closed.
            #expect((2...3).contains(upstream.requests.count))
        }
    }

    private static let otherAnswers: [(String, UpstreamAnswer)] = [
        ("down", .brokenOff("")), ("broken off", .brokenOff("HTTP/1.1 200 OK\r\nContent-Le")),
        ("an error", .text("{\"keys\":[]}", status: 500)), ("no content", .text("", status: 204)),
        ("a page", .text("<!doctype html><html></html>")), ("nothing", .text("")),
        ("a redirect", .text("", status: 302, headers: ["Location": "http://127.0.0.1/other"])),
        (
            "huge",
            .text("{\"keys\":[" + String(repeating: " ", count: 65_536) + "]}")
        ),
    ]

    @Test("delay no caller during a slow refresh")
    func slow() async throws {
        let published = try Self.published()
        let held = HeldAnswer()
        let time = TestClock()
        try await Self.withKeySets(time) { _, number in
            number == 0 ? published : .held(held)
        } _: { keySets, url, upstream in
            let keySet = keySets.keySet(at: url, for: [.es256])
            #expect(await keySet.refusal(of: "a") == nil)
            time.advance(by: .seconds(3_600))
            await withTaskGroup(of: Void.self) { group in
                group.addTask { #expect(await keySet.refusal(of: "a") == nil) }
                #expect(await eventually { upstream.requests.count == 2 })
                for _ in 0..<100 { #expect(await keySet.refusal(of: "a") == nil) }
                held.give(published)
            }
            #expect(upstream.requests.count == 2)
        }
    }

    @Test("are fetched over https from public addresses only, outside development")
    func refused() async throws {
        let published = try Self.published()
        try await Self.withKeySets(allowsLoopback: false) { _, _ in
            published
        } _: { keySets, url, upstream in
            #expect(
                await keySets.keySet(at: url, for: [.es256]).refusal(of: "a")
                    == .keysUnavailable)
            #expect(upstream.requests.isEmpty)
        }
        let source = KeySetSource(http: HTTPClient.direct(), allowsLoopback: false)
        for text in ["http://127.0.0.1/jwks", "http://localhost:8080/jwks", "http://[::1]/jwks"] {
            let url = try #require(KeySetURL(rawValue: text))
            await #expect(throws: KeySetError.addressRefused) {
                try await source.fetch(url, for: [.es256])
            }
        }
    }

    @Test("are not fetched from private addresses", arguments: privateURLs)
    func privateAddress(text: String) async throws {
        let http = HTTPClient.direct()
        let url = try #require(KeySetURL(rawValue: text))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await http.run() }
            defer { group.cancelAll() }
            let source = KeySetSource(http: http, allowsLoopback: false)
            await #expect(throws: KeySetError.notReached(.addressRefused)) {
                try await source.fetch(url, for: [.es256])
            }
        }
    }

    private static let privateURLs = [
        "https://127.0.0.1/jwks", "https://10.0.0.1/jwks", "https://169.254.169.254/latest",
        "https://192.168.1.1/jwks", "https://0.0.0.0/jwks", "https://2130706433/jwks",
    ]

    @Test("of many issuers have a maximum number: the least recently used goes")
    func bounded() throws {
        let keySets = KeySets(
            http: .direct(), allowsLoopback: false, now: { .now }, onFailure: { _, _ in })
        func url(_ number: Int) throws -> KeySetURL {
            try #require(KeySetURL(rawValue: "https://issuer-\(number).example/jwks"))
        }
        let first = keySets.keySet(at: try url(0), for: [.es256])
        let second = keySets.keySet(at: try url(1), for: [.es256])
        for number in 2..<KeySets.maximumKeySets {
            _ = keySets.keySet(at: try url(number), for: [.es256])
        }
        #expect(keySets.keySet(at: try url(0), for: [.es256]) === first)
        _ = keySets.keySet(at: try url(KeySets.maximumKeySets), for: [.es256])
        #expect(keySets.keySet(at: try url(0), for: [.es256]) === first)
        #expect(keySets.keySet(at: try url(1), for: [.es256]) !== second)
    }

    private static func withKeySets(
        _ time: TestClock = TestClock(), allowsLoopback: Bool = true,
        counting failures: FailureCount = FailureCount(),
        _ script: @escaping Upstream.Script,
        _ body: @Sendable (KeySets, KeySetURL, Upstream) async throws -> Void
    ) async throws {
        try await Upstream.with(script) { upstream, port in
            let http = HTTPClient.direct()
            let url = try #require(
                KeySetURL(rawValue: "http://127.0.0.1:\(port)/auth/v1/jwks.json"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await http.run() }
                defer { group.cancelAll() }
                let keySets = KeySets(
                    http: http, allowsLoopback: allowsLoopback, now: { time.instant },
                    onFailure: { _, _ in failures.add() })
                try await body(keySets, url, upstream)
            }
        }
    }
}

extension UpstreamAnswer: CustomTestStringConvertible {
    /// Short, because a test's arguments are printed: a body of 64 KiB would be a line of 300.
    public var testDescription: String { "an answer" }
}
