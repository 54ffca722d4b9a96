import Entitlements
import FoundationEssentials
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("A product that was sold and that the tenant file lacks")
    struct FindingsTests {
        @Test("is printed by tenant apply, and counted in the metrics after a start")
        func unknownProduct() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let event = RevenueCatEvent.initialPurchase(product: "never_in_the_file")
                    .setting("entitlement_ids", .null).setting("entitlement_id", .null)
                #expect(try await first.deliver(event).contains("applied"))
                let file = PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml").path()
                let applied = try await HearthProcess.run(
                    ["tenants", "apply", file, "--data-directory", directory])
                #expect(
                    applied.output == """
                        stockpot: unchanged
                          sold but not in the file: never_in_the_file (purchases: 1)

                        """)
                #expect(await first.stop() == .status(0))

                let second = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let line = #"hearth_findings{tenant="stockpot",kind="product_not_in_catalog"} 1"#
                let isCounted = try await eventually {
                    try await second.request("GET", "/metrics").text.contains(line)
                }
                #expect(isCounted)
                #expect(await second.stop() == .status(0))
            }
        }
    }
}
