import Entitlements
import Foundation
import Postgres
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("hearth up starts all parts, with the real binary")
    struct UpTests {
        @Test("hearth up prints a line of JSON, serves, and keeps its data and keys")
        func webhookInEntitlementOut() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, fromNothing: true)
                #expect(first.ready["admin_key"]?.string?.hasPrefix("hearth_admin_") == true)
                let link = try #require(first.ready["console"]?.string)
                #expect(link.contains(":\(first.port)/console/links/lnk_"))
                let tenants = first.ready["tenants"]?.object?.members.map(\.name)
                #expect(tenants == ["bookwish", "digero", "iris", "stockpot", "yapmate"])
                #expect(first.ready["tenants"]?["stockpot"]?["webhook_signing_secret"] == .null)
                #expect(first.ready["tenants"]?["bookwish"]?["webhook_authorization"] == .null)
                #expect(try await first.plan(of: "demo_active") == "plus")
                #expect(try await first.plan(of: "demo_expired") == "free")
                // This member has access through the household.
                #expect(try await first.plan(of: "demo_member") == "plus")

                let event = RevenueCatEvent.plusForEver("u_1")
                #expect(try await first.deliver(event).contains("applied"))
                #expect(try await first.plan(of: "u_1") == "plus")
                #expect(await first.stop() == .status(0))

                let second = try await RunningHearth.start(in: directory)
                #expect(second.ready["tenants"] == first.ready["tenants"])
                #expect(second.ready["admin_key"] == first.ready["admin_key"])
                #expect(second.ready["console"]?.string?.hasSuffix(link.suffix(31)) == false)
                #expect(try await second.deliver(event).contains("duplicate"))
                #expect(try await second.plan(of: "u_1") == "plus")
                #expect(await second.stop() == .status(0))
            }
        }

        @Test("the demo includes a simulated RevenueCat for purchases and snapshots")
        func simulated() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory)
                let act: JSONValue = [
                    "act": "purchase", "app_user_id": "u_7",
                    "product_id": "stockpot_plus_monthly",
                ]
                let done = try await first.simulator.request(
                    "POST", "/control/acts", body: act.bytes)
                #expect(done.status == 200)
                #expect(
                    try await eventually {
                        try await first.plan(of: "u_7") == "plus"
                    })
                #expect(try await first.hasReadBack())
                await first.stop()

                // The restarted simulator has lost `u_7`; Hearth has not.
                let second = try await RunningHearth.start(in: directory)
                #expect(try await second.hasReadBack())
                for id in ["u_7", "demo_active"] {
                    #expect(try await second.plan(of: id) == "plus")
                }
                await second.stop()
            }
        }

        @Test("HEARTH_REVENUECAT_URL replaces the simulator, with its own key")
        func namedUpstream() async throws {
            try await Upstream.with { _, _ in
                .subscriber()
            } _: { upstream, port in
                try await withTemporaryDirectory { directory in
                    let hearth = try await RunningHearth.start(
                        in: directory,
                        environment: ["HEARTH_REVENUECAT_URL": "http://127.0.0.1:\(port)"])
                    let set = try await HearthProcess.run(
                        [
                            "tenants", "secrets", "set", "stockpot", "--kind",
                            "revenuecat-api-key", "--data-directory", directory,
                        ], input: "sk_1\n")
                    #expect(set.exit == .status(0), "\(set.error)")
                    #expect(await eventually { !upstream.requests.isEmpty })
                    #expect(
                        upstream.requests.allSatisfy { $0["authorization"] == ["Bearer sk_1"] })
                    await hearth.stop()
                }
            }
        }

        @Test("--no-demo loads the tenants without app users")
        func noDemo() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                #expect(try await hearth.plan(of: "demo_active") == "free")
                await hearth.stop()
            }
        }

        @Test("DATABASE_URL replaces the cluster, and gets the directory's keys")
        func otherDatabase() async throws {
            try await ScratchDatabase.withEmpty { url in
                try await withTemporaryDirectory { directory in
                    let first = try await RunningHearth.start(
                        in: directory, environment: ["DATABASE_URL": url])
                    #expect(!FileManager.default.fileExists(atPath: directory + "/postgres"))
                    #expect(try await first.plan(of: "demo_active") == "plus")
                    // A second terminal has the directory's key.
                    let created = try await HearthProcess.run(
                        ["endpoints", "create", "stockpot", "https://hooks.example/in"]
                            + ["--data-directory", directory],
                        environment: ["DATABASE_URL": url])
                    #expect(created.exit == .status(0), "\(created.error)")
                    await first.stop()
                    let sealed = try await Self.sealed(in: url)

                    // Another directory, or a lost one, has another encryption key: nothing is
                    // sealed with it.
                    try await withTemporaryDirectory { other in
                        let refused = try await HearthProcess.run(
                            ["up", "--data-directory", other, "--port", "0"]
                                + ["--simulator-port", "0"], environment: ["DATABASE_URL": url])
                        #expect(refused.exit == .status(78), "\(refused.error)")
                        #expect(refused.error.contains("to that key"), "\(refused.error)")
                        #expect(!refused.error.contains("openssl"))
                        #expect(try await Self.sealed(in: url) == sealed)
                    }
                    let again = try await RunningHearth.start(
                        in: directory, environment: ["DATABASE_URL": url])
                    let event = RevenueCatEvent.plusForEver("u_2")
                    #expect(try await again.deliver(event).contains("applied"))
                    await again.stop()
                }
            }
        }

        @Test(
            "a revoked key is replaced at the next start, a rotated secret is kept"
        )
        func revokedAndRotated() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let readKey = first.key("read_key")
                let keyID = String(readKey.split(separator: "_")[2])
                let option = ["--data-directory", directory]
                let revoked = try await HearthProcess.run(["keys", "revoke", keyID] + option)
                #expect(revoked.exit == .status(0))
                let rotated = try await HearthProcess.run(
                    [
                        "tenants", "secrets", "set", "stockpot", "--kind", "authorization",
                        "--slot", "1",
                    ] + option)
                let secret = rotated.output.trimmingCharacters(in: .newlines)
                #expect(secret.hasPrefix("Bearer "))
                await first.stop()

                let second = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                #expect(second.key("read_key") != readKey)
                #expect(try await second.plan(of: "u_1") == "free")
                #expect(second.key("webhook_authorization") == secret)
                let event = RevenueCatEvent.plusForEver("u_1")
                #expect(try await second.deliver(event).contains("applied"))
                await second.stop()
            }
        }

        @Test("a port in use is refused at once, before anything is made")
        func portInUse() async throws {
            let listener = try OccupiedPort()
            try await withTemporaryDirectory { directory in
                for (option, advice) in [
                    ("--port", "Name another port with --port or HEARTH_PORT. 0 takes a free one."),
                    (
                        "--simulator-port",
                        "Name another port with --simulator-port. 0 takes a free one."
                    ),
                ] {
                    let other = option == "--port" ? "--simulator-port" : "--port"
                    let finished = try await HearthProcess.run([
                        "up", option, String(listener.port), other, "0", "--data-directory",
                        directory,
                    ])
                    #expect(finished.exit == .status(69))
                    #expect(
                        finished.error.contains("port \(listener.port) is in use\n  → \(advice)"))
                    #expect(!FileManager.default.fileExists(atPath: directory))
                }
            }
        }

        @Test("the log says what is being prepared, in text for a person")
        func progress() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(
                    in: directory, environment: ["HEARTH_LOG_FORMAT": "text"])
                await hearth.stop()
                let lines = hearth.process.errorText.split(separator: "\n")
                let stages = [
                    "Starting Postgres", "Migrating the database", "Loading the tenants",
                    "Loading the demo's app users",
                ]
                let found = stages.map { stage in
                    lines.firstIndex { $0.contains("Z info     \(stage)") } ?? -1
                }
                #expect(found == found.sorted() && found.first != -1, "\(lines)")
            }
        }

        /// What is sealed, as a digest.
        private static func sealed(in url: String) async throws -> [[String?]] {
            try await AdministrationConnection.withConnection(to: TestCluster.superuser(of: url)) {
                try await $0.execute(
                    """
                    select md5(string_agg(sealed::text, '' order by sealed)), count(*) from (
                        select sealed from entitlements.webhook_secrets union all
                        select sealed_key from entitlements.upstreams union all
                        select sealed from entitlements.endpoint_secrets
                    ) as one (sealed)
                    """)
            }
        }

        @Test("after kill -9 the next start takes over, and acknowledged events are kept")
        func killed() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let event = RevenueCatEvent.plusForEver("u_1")
                #expect(try await first.deliver(event).contains("applied"))
                first.process.send(signal: SIGKILL)
                #expect(await first.process.exit() == .signal(SIGKILL))

                let second = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                #expect(try await second.plan(of: "u_1") == "plus")
                #expect(await second.stop() == .status(0))
            }
        }
    }
}

extension RunningHearth {
    /// True if a snapshot was read, and no request failed.
    fileprivate func hasReadBack() async throws -> Bool {
        let isRead = try await eventually {
            try await metrics().contains(#"hearth_upstream_reads_total{outcome="read"}"#)
        }
        let isHindered = try await metrics().contains(#"outcome="unavailable""#)
        return isRead && !isHindered
    }
}
