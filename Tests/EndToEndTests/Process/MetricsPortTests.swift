import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("Metrics have a port of their own if it is named")
    struct MetricsPortTests {
        @Test("that port serves the metrics alone, and the other port does not serve them")
        func ownPort() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(
                    in: directory, arguments: ["--no-demo"],
                    environment: ["HEARTH_METRICS_PORT": "0"])
                let lines = hearth.process.errorText.split(separator: "\n")
                let port = lines.compactMap(Self.metricsPort).first
                let metrics = RunningHearth(
                    process: hearth.process, port: try #require(port), ready: .null,
                    directory: directory)

                let text = try await metrics.request("GET", "/metrics").text
                #expect(text.contains("hearth_build_info{version=\""))
                #expect(text.contains("hearth_postgres_connections_open{pool=\"read\"} "))
                #expect(try await metrics.request("POST", "/metrics").status == 404)
                #expect(try await metrics.request("GET", "/livez").status == 404)
                #expect(try await hearth.request("GET", "/metrics").status == 404)
                #expect(try await hearth.request("GET", "/livez").status == 200)
                #expect(await hearth.stop() == .status(0))
            }
        }

        /// The port of the log's line about it; nil for another line.
        private static func metricsPort(in line: Substring) -> Int? {
            guard let entry = try? JSONParser.parse(Array(line.utf8)),
                entry["msg"] == "Serving metrics", case .integer(let port)? = entry["port"]
            else { return nil }
            return Int(port)
        }
    }
}
