import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("hearth simulate acts as RevenueCat, with the real binary")
    struct SimulateTests {
        @Test("v1 lists simulated customers, and a purchase sends a webhook to a server")
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
                let line = try #require(await simulator.nextLine())
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

        @Test(
            "the printed commands succeed in order, for each tenant file",
            arguments: [nil, "yapmate", "stockpot", "digero", "iris", "bookwish"])
        func printedLines(tenant: String?) async throws {
            let file = tenant.map {
                ["--tenant", PackageRoot.url.appending(path: "examples/tenants/\($0).yaml").path()]
            }
            let simulator = try HearthProcess(["simulate", "--port", "0"] + (file ?? []))
            var text = ""
            while let line = await simulator.nextLine(), !line.contains("/control/statistics") {
                text += line + "\n"
            }
            let commands = text.split(separator: "\n").filter { $0.contains("curl -s") }
            #expect(commands.count == 7)
            for command in commands {
                let shell = try Process.run(
                    URL(filePath: "/bin/sh"),
                    arguments: [
                        "-c",
                        String(command.replacing("curl -s", with: "curl -s --fail -o /dev/null")),
                    ])
                shell.waitUntilExit()
                #expect(shell.terminationStatus == 0, "\(command)")
            }
            simulator.send(signal: SIGINT)
            #expect(await simulator.exit() == .status(0))
        }

        @Test("an invalid option is refused")
        func wrongOptions() async throws {
            for arguments in [["--start", "soon"], ["--loss", "2"], ["--customers", "-1"]] {
                let finished = try await HearthProcess.run(["simulate"] + arguments)
                #expect(finished.exit == .status(64))
            }
        }
    }
}
