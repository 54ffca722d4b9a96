import Curl
import TestSupport
import Testing

extension CurlTests {
    @Suite("Everything that may grow or wait has a limit")
    struct LimitTests {
        @Test("a body of the limit's length is taken, a longer one is not")
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

        @Test("a body without end is not read to its end")
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
                // What the kernel's buffers hold of a connection was sent and is not read.
                #expect(server.log.sentByteCount < 20_000_000)
            }
        }

        @Test("headers are limited by number and by length")
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
                // Until the client runs it may take a while, which is not what is meant here.
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

        @Test("a server that takes no part in the handshake of TLS")
        func connectTimeout() async throws {
            try await withClient { client, server in
                let url = "https://127.0.0.1:\(server.port)/"
                let request = CurlRequest.get(url) { $0.connectTimeoutMilliseconds = 200 }
                #expect(await failure(of: request, on: client) == .timedOut(connecting: true))
            }
        }

        @Test("no more than so many are in flight, and the rest waits its turn")
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

        @Test("no more than so many wait")
        func waiting() async throws {
            try await withClient {
                $0.maximumRequestsInFlight = 1
                $0.maximumRequestsWaiting = 1
            } _: { client, server in
                await withTaskGroup(of: CurlError?.self) { group in
                    for _ in 1...3 {
                        group.addTask { await failure(of: .get(server.url("/held")), on: client) }
                    }
                    // The first to end is the one for which there is no room.
                    #expect(await group.next() == .some(.tooManyWaiting))
                    server.release()
                    for await error in group { #expect(error == nil) }
                }
                #expect(server.log.requests.count == 2)
            }
        }

        @Test("the deadline counts while a request waits")
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
