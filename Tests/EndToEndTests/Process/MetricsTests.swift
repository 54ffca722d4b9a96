import Entitlements
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("What /metrics shows")
    struct MetricsTests {
        private static let maximumIdleLines = 400

        @Test("an idle server has at most 400 lines of metrics")
        func idle() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(
                    in: directory, arguments: ["--no-demo"])
                // The last that the workers count after a start.
                let isCounted = try await eventually {
                    let text = try await hearth.metrics()
                    return ["hearth_purchases_active{", "hearth_findings{", "hearth_coverage"]
                        .allSatisfy { text.contains($0) }
                }
                #expect(isCounted)
                let lines = try await hearth.metrics().split(separator: "\n")
                #expect(lines.count <= Self.maximumIdleLines, "\(lines.count) lines")
                #expect(await hearth.stop() == .status(0))
            }
        }
    }
}
