import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("A signal stops all processes, in order and in time")
    struct SignalTests {
        @Test("SIGTERM during a half-sent body ends the server within ten seconds")
        func halfSentBody() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                try await RawHTTPConnection.with(port: hearth.port) { connection in
                    try await connection.send(
                        """
                        POST /v1/webhooks/revenuecat/stockpot HTTP/1.1\r
                        Host: 127.0.0.1\r
                        Authorization: \(hearth.key("webhook_authorization"))\r
                        Content-Type: application/json\r
                        Content-Length: 1000\r
                        \r
                        {"event": {
                        """)
                    let begin = ContinuousClock.now
                    #expect(await hearth.stop() == .status(0))
                    #expect(begin.duration(to: .now) < .seconds(10))
                }
            }
        }

        @Test("requests in flight at SIGTERM are answered, and answered events are kept")
        func inFlight() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let events = (0..<64).map { RevenueCatEvent.plusForEver("u_\($0)") }
                // Each event has its own connection. The signal comes in between.
                let answers = await withTaskGroup { group in
                    for (index, event) in events.enumerated() {
                        group.addTask {
                            if index == 32 { first.process.send(signal: SIGTERM) }
                            let answer = try? await first.deliver(event)
                            return (event.id, answer)
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(await first.process.exit() == .status(0))
                // A late connection is refused, but each answer is a success.
                let given = answers.compactMap(\.1)
                #expect(given.allSatisfy { $0.contains("applied") })

                let second = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                for event in events
                where answers.contains(where: { $0.0 == event.id && $0.1 != nil }) {
                    #expect(try await second.deliver(event).contains("duplicate"))
                }
                await second.stop()
            }
        }

        @Test("a server that drains answers new connections, closes each, and is not ready")
        func drains() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let server = try await RunningHearth.serving(
                    ["--data-directory", directory], beside: first,
                    environment: ["HEARTH_DRAIN_SECONDS": "300"])
                #expect(try await server.request("GET", "/readyz").status == 200)
                server.process.send(signal: SIGTERM)
                // The signal is noticed a little later.
                while try await server.request("GET", "/readyz").status != 503 {}
                let answer = try await server.request("GET", "/readyz")
                let checks = try #require(JSONParser.parse(answer.body)["checks"]?.array)
                #expect(checks.first?["name"] == .string("stopping"))
                #expect(checks.count == 5)
                #expect(try await server.deliver(.plusForEver("u_1")).contains("applied"))
                try await RawHTTPConnection.with(port: server.port) { connection in
                    try await connection.send("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    let answer = String(
                        decoding: try await connection.bytesUntilClosed(), as: UTF8.self)
                    #expect(answer.hasPrefix("HTTP/1.1 200"))
                    #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
                }
                // A second signal ends the wait, once it cannot be an echo of the first.
                while (try? await server.request("GET", "/livez")) != nil {
                    server.process.send(signal: SIGTERM)
                }
                #expect(await server.process.exit() == .status(0))
                await first.stop()
            }
        }

        /// The default of 8 seconds would leave a busy machine one second until ten are over.
        @Test("SIGTERM while the database hangs exits with 75 after a deadline of a second")
        func hangingDatabase() async throws {
            try await Installation.with { installation in
                let server = try await installation.start(
                    environment: ["HEARTH_SHUTDOWN_DEADLINE_SECONDS": "1"])
                #expect(try await server.deliver(Delivery(appUserID: "u_1")).status == 200)
                try await installation.whileDatabaseHangs {
                    async let answer = try? server.request("GET", "/readyz").status
                    let begin = ContinuousClock.now
                    server.process.send(signal: SIGTERM)
                    #expect(await server.process.exit() == .status(75))
                    #expect(begin.duration(to: .now) < .seconds(8))
                    _ = await answer
                }
            }
        }

        @Test("Ctrl-C during the start leaves no process behind")
        func duringStart() async throws {
            try await withTemporaryDirectory { directory in
                let process = try HearthProcess([
                    "up", "--json", "--port", "0", "--data-directory", directory,
                ])
                while !FileManager.default.fileExists(atPath: directory + "/postgres") {
                    await Task.yield()
                }
                process.send(signal: SIGINT)
                #expect(await process.exit() == .status(0), "\(process.errorText)")
                #expect(
                    !FileManager.default.fileExists(
                        atPath: directory + "/postgres/data/postmaster.pid"))
            }
        }
    }
}
