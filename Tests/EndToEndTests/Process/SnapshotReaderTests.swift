import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("hearth reads snapshots with the tenant's key")
    struct SnapshotReaderTests {
        @Test("a webhook leads to a snapshot, and a new key is used at once")
        func confirmed() async throws {
            try await Upstream.with { _, _ in
                .subscriber(at: RevenueCatEvent.defaultPurchase)
            } _: { upstream, port in
                try await withTemporaryDirectory { directory in
                    let hearth = try await RunningHearth.start(
                        in: directory, arguments: ["--no-demo"],
                        environment: ["HEARTH_REVENUECAT_URL": "http://127.0.0.1:\(port)"])
                    for number in 1...2 {
                        let set = try await HearthProcess.run(
                            [
                                "tenants", "secrets", "set", "stockpot", "--kind",
                                "revenuecat-api-key", "--data-directory", directory,
                            ], input: "sk_\(number)\n")
                        #expect(set.exit == .status(0), "\(set.error)")
                        #expect(!set.output.contains("sk_"))
                        let event = RevenueCatEvent.plusForEver("u_\(number)")
                        #expect(try await hearth.deliver(event).contains("applied"))
                        let isAsked = await eventually {
                            upstream.requests.contains {
                                $0.target == "/v1/subscribers/u_\(number)"
                                    && $0["authorization"] == ["Bearer sk_\(number)"]
                            }
                        }
                        #expect(isAsked)
                    }
                    await hearth.stop()
                }
            }
        }

        @Test(
            "an API key comes whole from standard input, and has no slot",
            arguments: [([], ""), (["--slot", "1"], "sk_1\n"), (["sk_1"], "")])
        func refused(arguments: [String], input: String) async throws {
            try await withTemporaryDirectory { directory in
                let set = try await HearthProcess.run(
                    [
                        "tenants", "secrets", "set", "stockpot", "--kind", "revenuecat-api-key",
                        "--data-directory", directory,
                    ] + arguments, input: input)
                #expect(set.exit != .status(0))
            }
        }
    }
}
