import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests {
    @Suite("hearth simulate is RevenueCat, on the real binary")
    struct SimulateTests {
        @Test("people live, v1 answers, and a purchase arrives at a server as a webhook")
        func purchaseArrives() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let tenant = PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml")
                let simulator = try HearthProcess([
                    "simulate", "--port", "0", "--customers", "3", "--seed", "5",
                    "--tenant", tenant.path(),
                    "--webhook-url",
                    "http://127.0.0.1:\(hearth.port)/v1/webhooks/revenuecat/stockpot",
                    "--webhook-authorization", hearth.key("webhook_authorization"),
                ])
                let line = try #require(await simulator.firstLine())
                let port = try #require(line.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#))
                let upstream = RunningHearth(
                    process: simulator, port: try #require(Int(port.1)), ready: .null,
                    directory: directory)

                let subscriber = try await upstream.request(
                    "GET", "/v1/subscribers/customer_2", authorization: "Bearer sk_simulated_v1")
                #expect(subscriber.status == 200)
                let act: JSONValue = [
                    "act": "purchase", "app_user_id": "u_1",
                    "product_id": "stockpot_plus_monthly",
                ]
                let done = try await upstream.request("POST", "/control/acts", body: act.bytes)
                #expect(done.status == 200)
                #expect(
                    try await eventually {
                        try await hearth.plan(of: "u_1") == "plus"
                    })
                #expect(await upstream.stop() == .status(0))
                #expect(await hearth.stop() == .status(0))
            }
        }

        @Test("a moment or a share that is none is refused before anything starts")
        func wrongOptions() async throws {
            for arguments in [["--start", "soon"], ["--loss", "2"], ["--customers", "-1"]] {
                let finished = try await HearthProcess.run(["simulate"] + arguments)
                #expect(finished.exit == .status(64))
            }
        }
    }
}
