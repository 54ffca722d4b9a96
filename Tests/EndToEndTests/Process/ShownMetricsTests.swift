import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    /// What the alerts and the dashboard of `examples/` ask Prometheus for, compared with what a
    /// server shows.
    @Suite("The metrics of the alerts and the dashboard exist")
    struct ShownMetricsTests {
        @Test("each metric, with each label that is selected, is shown by a server in use")
        func exist() async throws {
            try await Upstream.with { _, _ in
                // No webhook brought this purchase, so a snapshot finds a difference.
                .subscriber(
                    having: [.initialPurchase(appUserID: "u_1")],
                    at: RevenueCatEvent.defaultPurchase)
            } _: { _, port in
                try await withTemporaryDirectory { directory in
                    let hearth = try await RunningHearth.start(
                        in: directory, arguments: ["--no-demo"],
                        environment: ["HEARTH_REVENUECAT_URL": "http://127.0.0.1:\(port)"])
                    try await hearth.use(endpointPort: port)
                    let wanted = try Self.selections()
                    #expect(wanted.count > 30)
                    var missing: [Selection] = []
                    let areShown = try await eventually(withinSeconds: 60) {
                        let lines = try await hearth.metrics().split(separator: "\n")
                        missing = wanted.filter { wanted in !lines.contains(where: wanted.suits) }
                        return missing.isEmpty
                    }
                    #expect(areShown, "\(missing)")
                    #expect(await hearth.stop() == .status(0))
                }
            }
        }

        /// A metric of ours, and the labels that a query compares.
        private struct Selection: Hashable {
            let name: Substring
            let labels: [Substring]

            func suits(_ line: Substring) -> Bool {
                guard line.hasPrefix(name), let next = line.dropFirst(name.count).first else {
                    return false
                }
                return labels.isEmpty
                    ? next == " " || next == "{"
                    : next == "{" && labels.allSatisfy { line.contains("\($0)=\"") }
            }
        }

        private static func selections() throws -> Set<Selection> {
            let files = ["prometheus/rules.yaml", "grafana/hearth.json"]
            let text = try files.map { file in
                try String(
                    contentsOf: PackageRoot.url.appending(path: "examples/\(file)"),
                    encoding: .utf8)
            }.joined().replacing("\\\"", with: "\"")
            let selection = #/\b((?:hearth|process)_[a-z_]+)(?:\{((?:[^{}"]|"[^"]*")*)\})?/#
            // Prometheus adds these two.
            let added: Set<Substring> = ["instance", "job"]
            return Set(
                text.matches(of: selection).map { match in
                    let labels = (match.2 ?? "").matches(of: #/(\w+)(?:=|!)[=~]?"[^"]*"/#).map(\.1)
                    return Selection(
                        name: match.1, labels: labels.filter { !added.contains($0) })
                })
        }
    }
}

extension RunningHearth {
    /// Does one of everything that is counted: also what is refused, fails and differs.
    fileprivate func use(endpointPort: Int) async throws {
        let key = try await HearthProcess.run(
            [
                "tenants", "secrets", "set", "stockpot", "--kind", "revenuecat-api-key",
                "--data-directory", directory,
            ], input: "sk_1\n")
        #expect(key.exit == .status(0), "\(key.error)")
        let secret = "Bearer \(self.key("secret_key"))"
        let endpoint: JSONValue = ["url": .string("http://127.0.0.1:\(endpointPort)/changes")]
        let created = try await request(
            "POST", "/v1/admin/endpoints", authorization: secret, body: endpoint.bytes)
        #expect(created.status == 201, "\(created.text)")

        let event = RevenueCatEvent.plusForEver("u_1")
        #expect(try await deliver(event).contains("applied"))
        let poison = RevenueCatEvent.renewal(appUserID: "u_2")
            .setting("expiration_at_ms", "tomorrow")
        #expect(try await deliver(poison).contains("stored"))
        let refused = try await request(
            "POST", "/v1/webhooks/revenuecat/stockpot", authorization: "wrong", body: event.body)
        #expect(refused.status == 401)
        let stranger = try await request(
            "GET", "/v1/me/entitlements", authorization: "Bearer a.b.c",
            headers: ["Hearth-Tenant": "stockpot"])
        #expect(stranger.status == 401)
        let restored = try await request(
            "POST", "/v1/users/u_1/sync", authorization: secret)
        #expect(restored.status == 200, "\(restored.text)")
    }
}
