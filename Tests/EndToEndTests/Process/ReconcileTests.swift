import Entitlements
import Foundation
import Logging
import Postgres
import PrivateCluster
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("hearth reconcile reads all app users, with the real binary")
    struct ReconcileTests {
        @Test("a dry run finds a lost webhook, and a run repairs it")
        func everybody() async throws {
            try await withQuietDemo { hearth, reconcile in
                try await hearth.loseWebhooks()
                let act: JSONValue = [
                    "act": "purchase", "app_user_id": "demo_expired",
                    "product_id": "stockpot_plus_monthly",
                ]
                let done = try await hearth.simulator.request(
                    "POST", "/control/acts", body: act.bytes)
                #expect(done.status == 200)

                let person = ["stockpot", "--user", "demo_expired"]
                let dry = try await reconcile(person + ["--dry-run", "--format", "csv"])
                #expect(dry.exit == .status(0), "\(dry.error)")
                let lines = dry.output.split(separator: "\r\n")
                #expect(lines.count == 2)
                #expect(lines.first?.hasPrefix("found_at,app_user_id,") == true)
                #expect(lines.last?.contains(",demo_expired,") == true)
                #expect(dry.error.contains("dry run"))
                #expect(try await hearth.plan(of: "demo_expired") == "free")

                let run = try await reconcile(["start", "stockpot", "--all"])
                #expect(run.exit == .status(0), "\(run.error)")
                #expect(run.output.hasPrefix("APP USER ID "))
                #expect(run.output.contains("\ndemo_expired  stockpot_plus_monthly  "))
                #expect(run.error.contains(" finished: "))
                #expect(run.error.contains("1 differences, 1 of access"))
                #expect(try await hearth.plan(of: "demo_expired") == "plus")

                let id = try #require(run.error.firstMatch(of: /Run ([0-9a-f-]{36}) has begun/)).1
                let drift = try await reconcile(
                    ["drift", "stockpot", String(id), "--format", "json"])
                #expect(drift.exit == .status(0))
                let found = try JSONParser.parse(Array(drift.output.utf8.dropLast()))
                #expect(found["app_user_id"] == "demo_expired")

                let again = try await reconcile(person)
                #expect(again.exit == .status(0), "\(again.error)")
                #expect(again.output == "")
                #expect(again.error.contains("1 people read; 0 differences"))
            }
        }

        @Test("a watched run that is cancelled exits with 1, and a second run is refused")
        func cancelled() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.setUpstreamKey()
                let environment = ["DATABASE_URL": own.connectionString]
                // No server runs, so the run does not progress.
                let watching = try HearthProcess(
                    ["reconcile", "start", tenant.slug, "--all"], environment: environment)
                var id: String?
                _ = try await eventually {
                    id = try await own.ask("select run_id from entitlements.runs")
                    return id != nil
                }
                let run = try #require(id)
                let second = try await HearthProcess.run(
                    ["reconcile", "start", tenant.slug], environment: environment)
                #expect(second.exit == .status(65))
                #expect(second.error.contains("Another run of the tenant is in progress"))

                let cancel = ["reconcile", "cancel", tenant.slug, run]
                for _ in 1...2 {
                    let cancelled = try await HearthProcess.run(cancel, environment: environment)
                    #expect(cancelled.exit == .status(0), "\(cancelled.error)")
                    #expect(cancelled.output.hasPrefix("run \(run) cancelled: 0 people read"))
                }
                #expect(await watching.exit() == .status(65))
                #expect(watching.errorText.contains("run \(run) cancelled"))
            }
        }

        @Test("an unknown run, tenant or app user is named; bad options are refused")
        func refused() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let slug = tenant.slug
                let unknown = UUID().uuidString.lowercased()
                for (arguments, status, message) in [
                    (["cancel", slug, unknown], 66, "no run with this id"),
                    (["drift", slug, unknown], 66, "no run with this id"),
                    (["cancel", slug, "hello"], 64, "hello"),
                    (["start", "nobody"], 66, "there is no tenant \"nobody\""),
                    (["start", slug], 65, "no key for RevenueCat"),
                    (["start", slug, "--all", "--user", "u_1"], 64, "exclude each other"),
                    (["start", slug, "--stop-at-lost-percent", "0"], 64, "from 1 to 100"),
                    (["start", slug, "--format", "xml"], 64, "xml"),
                ] as [([String], Int32, String)] {
                    let finished = try await HearthProcess.run(
                        ["reconcile"] + arguments,
                        environment: ["DATABASE_URL": own.connectionString])
                    #expect(finished.exit == .status(status), "\(arguments)")
                    #expect(finished.error.contains(message), "\(arguments): \(finished.error)")
                    #expect(finished.output == "")
                }
                try await tenant.setUpstreamKey()
                let person = try await HearthProcess.run(
                    ["reconcile", slug, "--user", "u_1"],
                    environment: ["DATABASE_URL": own.connectionString])
                #expect(person.exit == .status(66))
                #expect(person.error.contains("No app user has this id"))
            }
        }
    }
}

extension BinaryTests.Processes.ReconcileTests {
    typealias Reconcile = ([String]) async throws -> HearthProcess.Finished

    /// Lends a `hearth up` with its demo whose stockpot has no snapshot left to read, and a
    /// function that runs commands.
    private func withQuietDemo(
        _ body: (RunningHearth, Reconcile) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let hearth = try await RunningHearth.start(in: directory)
            let cluster = TestCluster.make(in: directory + "/postgres")
            let url = try #require(await cluster.runningConnectionString())
            try await AdministrationConnection.withConnection(
                to: TestCluster.superuser(of: url)
            ) { administrator in
                let isQuiet = try await eventually(withinSeconds: 120) {
                    try await administrator.execute(Self.whatIsLeftToRead) == [["0"]]
                }
                #expect(isQuiet)
            }
            try await body(hearth) { arguments in
                try await HearthProcess.run(
                    ["reconcile"] + arguments + ["--data-directory", directory])
            }
            #expect(await hearth.stop() == .status(0))
        }
    }

    private static let whatIsLeftToRead = """
        with stockpot as (
            select tenant_id from entitlements.tenants where slug = 'stockpot')
        select (select count(*) from stockpot join entitlements.snapshot_queue using (tenant_id))
             + (select count(*) from stockpot join entitlements.runs using (tenant_id)
                 where ended_at is null)
             + (select count(*) from stockpot join entitlements.upstreams using (tenant_id)
                 where not isfinite(scheduled_at))
        """
}

extension RunningHearth {
    /// Replaces the webhook's credential, so that the simulator's webhooks are refused.
    fileprivate func loseWebhooks() async throws {
        let set = try await HearthProcess.run(
            [
                "tenants", "secrets", "set", "stockpot", "--kind", "authorization",
                "--slot", "1", "--data-directory", directory,
            ])
        #expect(set.exit == .status(0), "\(set.error)")
        let former = RevenueCatEvent.test()
        #expect(
            try await eventually {
                try await deliver(former).contains("webhook_unauthorized")
            })
    }
}
