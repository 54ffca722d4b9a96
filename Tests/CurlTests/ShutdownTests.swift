import Curl
import Logging
import ServiceLifecycle
import TestSupport
import Testing

extension CurlTests {
    @Suite("Shutdown of the client")
    struct ShutdownTests {
        @Test("a graceful shutdown answers requests in flight, not waiting ones")
        func gracefully() async throws {
            try await TestServer.with { server in
                let client = HTTPClient(configuration: .forTests { $0.maximumRequestsInFlight = 1 })
                let group = ServiceGroup(services: [client], logger: .silent)
                async let running: Void = group.run()
                async let held = client.send(.get(server.url("/held")))
                #expect(await eventually { server.log.requests.count == 1 })
                async let waiting = failure(of: .get(server.url("/late")), on: client)
                await group.triggerGracefulShutdown()
                // The request gets this error whether it waits already or comes later.
                #expect(await waiting == .shutdown)
                #expect(await failure(of: .get(server.url("/later")), on: client) == .shutdown)
                server.release()
                let answer = try await held
                #expect(answer.text == "held")
                try await running
                #expect(server.log.requests.count == 1)
                let isClosed = await eventually {
                    server.log.openConnectionCount == 0
                }
                #expect(isClosed)
            }
        }

        @Test("a graceful shutdown ends after its grace")
        func graceEnds() async throws {
            try await TestServer.with { server in
                let client = HTTPClient(
                    configuration: .forTests { $0.shutdownGraceMilliseconds = 50 })
                let group = ServiceGroup(services: [client], logger: .silent)
                async let running: Void = group.run()
                async let silent = failure(of: .get(server.url("/silent")), on: client)
                #expect(await eventually { server.log.requests.count == 1 })
                await group.triggerGracefulShutdown()
                #expect(await silent == .shutdown)
                try await running
            }
        }

        @Test("a cancelled client ends at once")
        func atOnce() async throws {
            try await TestServer.with { server in
                let client = HTTPClient(configuration: .forTests())
                let running = Task { try await client.run() }
                async let silent = failure(of: .get(server.url("/silent")), on: client)
                #expect(await eventually { server.log.requests.count == 1 })
                running.cancel()
                #expect(await silent == .shutdown)
                try await running.value
                #expect(await failure(of: .get(server.url("/")), on: client) == .shutdown)
            }
        }

        @Test("a request before the start waits for it")
        func beforehand() async throws {
            try await TestServer.with { server in
                let client = HTTPClient(configuration: .forTests { $0.maximumRequestsInFlight = 1 })
                let early = Task { try await client.send(.get(server.url("/early"))).text }
                let cancelled = Task { await failure(of: .get(server.url("/")), on: client) }
                cancelled.cancel()
                #expect(await cancelled.value == .cancelled)
                let running = Task { try await client.run() }
                let text = try await early.value
                #expect(text == "GET /early\n")
                running.cancel()
                try await running.value
            }
        }
    }
}
