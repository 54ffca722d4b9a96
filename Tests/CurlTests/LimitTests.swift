import Curl
import TestSupport
import Testing

extension CurlTests {
    @Suite("Limits of requests and answers")
    struct LimitTests {
        @Test("a body of the limit's length is accepted, a longer one is not")
        func bodyLength() async throws {
            try await withClient { client, server in
                let fitting = CurlRequest.get(server.url("/thousand")) {
                    $0.maximumBodyBytes = 1_000
                }
                let response = try await client.send(fitting)
                #expect(response.body.count == 1_000)
                for limit in [999, 1, 0] {
                    let request = CurlRequest.get(server.url("/thousand")) {
                        $0.maximumBodyBytes = limit
                    }
                    #expect(await failure(of: request, on: client) == .bodyTooLarge)
                }
            }
        }

        @Test("an endless body is not read to its end")
        func bodyWithoutEnd() async throws {
            try await withClient { client, server in
                let request = CurlRequest.get(server.url("/endless")) {
                    $0.maximumBodyBytes = 100_000
                }
                #expect(await failure(of: request, on: client) == .bodyTooLarge)
                let isClosed = await eventually {
                    server.log.openConnectionCount == 0
                }
                #expect(isClosed)
                // The kernel's buffers hold bytes that were sent and not read.
                #expect(server.log.sentByteCount < 20_000_000)
            }
        }

        @Test("headers have a maximum number and length")
        func headers() async throws {
            let limits: [(inout HTTPClient.Configuration) -> Void] = [
                { $0.maximumHeaderLines = 99 }, { $0.maximumHeaderBytes = 1_500 },
            ]
            for limit in limits {
                try await withClient(limit) { client, server in
                    let error = await failure(of: .get(server.url("/many-headers")), on: client)
                    #expect(error == .headersTooLarge)
                    let response = try await client.send(.get(server.url("/")))
                    #expect(response.status == 200)
                }
            }
            try await withClient { client, server in
                let response = try await client.send(.get(server.url("/many-headers")))
                #expect(response.headers.count == 101)
            }
        }

        @Test("a server that does not answer in time", arguments: ["/silent", "/trickle"])
        func totalTimeout(path: String) async throws {
            try await withClient { client, server in
                // Warms the client up, so that its start does not count.
                _ = try await client.send(.get(server.url("/")))
                let request = CurlRequest.get(server.url(path)) {
                    $0.totalTimeoutMilliseconds = 200
                }
                let error = await failure(of: request, on: client)
                #expect(error == .timedOut(connecting: false))
                let isClosed = await eventually {
                    server.log.openConnectionCount == 0
                }
                #expect(isClosed)
            }
        }

        @Test("a server that does not complete the TLS handshake")
        func connectTimeout() async throws {
            try await withClient { client, server in
                let url = "https://127.0.0.1:\(server.port)/"
                let request = CurlRequest.get(url) { $0.connectTimeoutMilliseconds = 200 }
                #expect(await failure(of: request, on: client) == .timedOut(connecting: true))
            }
        }

        @Test("requests in flight have a maximum number, and the rest wait")
        func inFlight() async throws {
            try await withClient {
                $0.maximumRequestsInFlight = 2
            } _: { client, server in
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 1...10 {
                        group.addTask { try await client.send(.get(server.url("/held"))).text }
                    }
                    #expect(await eventually { server.log.requests.count == 2 })
                    server.release()
                    for try await text in group { #expect(text == "held") }
                }
                #expect(server.log.requests.count == 10)
                #expect(server.log.maximumHeldCount == 2)
            }
        }

        @Test("waiting requests have a maximum number")
        func waiting() async throws {
            try await withClient {
                $0.maximumRequestsInFlight = 1
                $0.maximumRequestsWaiting = 1
            } _: { client, server in
                await withTaskGroup(of: CurlError?.self) { group in
                    for _ in 1...3 {
                        group.addTask { await failure(of: .get(server.url("/held")), on: client) }
                    }
                    // The first result is the request that did not fit.
                    #expect(await group.next() == .some(.tooManyWaiting))
                    server.release()
                    for await error in group { #expect(error == nil) }
                }
                #expect(server.log.requests.count == 2)
            }
        }

        @Test("the deadline includes the wait")
        func waitingTooLong() async throws {
            try await withClient {
                $0.maximumRequestsInFlight = 1
            } _: { client, server in
                async let held = client.send(.get(server.url("/held")))
                #expect(await eventually { server.log.requests.count == 1 })
                let request = CurlRequest.get(server.url("/late")) {
                    $0.totalTimeoutMilliseconds = 50
                }
                #expect(await failure(of: request, on: client) == .timedOut(connecting: true))
                server.release()
                let answer = try await held
                #expect(answer.status == 200)
                #expect(server.log.requests.map(\.target) == ["/held"])
            }
        }
    }
}
