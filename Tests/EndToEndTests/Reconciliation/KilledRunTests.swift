import Entitlements
import Foundation
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("A run continues after its server was killed")
struct KilledRunTests {
    private static let people = 60
    private static let refunded = 20

    private static let resumptionSeconds = 60

    /// Snapshots that the server may hold when it is killed: v2 takes several requests for each.
    private static let leases = 16

    private typealias API = TenantDefinition.SnapshotPolicy.API

    @Test(
        "after kill -9 a run ends within a minute and repeats nothing",
        arguments: API.allCases)
    private func killed(api: API) async throws {
        let (world, told) = try Self.refundedWorld()
        try await SimulatedServer.with(world) { simulator, url in
            try await Installation.with { installation in
                let environment = ["HEARTH_REVENUECAT_URL": url]
                let first = try await installation.start(environment: environment)
                let pantry = try await Pantry(
                    on: first, try Self.tenantFile(read: api, world.settings.projectID))
                for body in told { try await pantry.deliver(body) }
                try await installation.readNobodyYet()
                try await pantry.setUpstreamKey(for: api)
                let run = try await pantry.startRun()

                let isUnderWay = try await eventually {
                    try await installation.read(in: run) >= Self.people / 4
                }
                #expect(isUnderWay)
                // The hanging requests are leased to the server that is killed.
                simulator.setFaults([Fault(.hang)])
                let isHanging = await eventually { simulator.statistics.faults > 0 }
                #expect(isHanging)
                await installation.killServer()
                simulator.setFaults([])
                let begin = ContinuousClock.now
                let before = try await installation.read(in: run)
                #expect(before < Self.people)

                try await installation.start(environment: environment)
                let hasResumed = try await eventually(withinSeconds: Self.resumptionSeconds) {
                    try await installation.read(in: run) > before
                }
                #expect(hasResumed)
                let resumption = begin.duration(to: .now)
                let hasEnded = try await eventually(withinSeconds: Self.resumptionSeconds) {
                    try await installation.status(of: run) == "finished"
                }
                #expect(hasEnded)
                print(
                    "killed after \(before) of \(Self.people); resumed after \(resumption),",
                    "ended after \(begin.duration(to: .now))")
                #expect(begin.duration(to: .now) < .seconds(Self.resumptionSeconds))
                try await installation.expectEverythingOnce(
                    in: run, people: Self.people, drift: Self.refunded)
                // Snapshots that were under way when the server was killed are taken again.
                let reads = simulator.statistics.reads[api == .v1 ? "subscriber" : "aliases"] ?? 0
                #expect((Self.people...Self.people + Self.leases).contains(reads))
            }
        }
    }

    /// Like the example, under a name that `hearth up` does not apply again, and read with a
    /// version of the API; v2 takes four requests for a snapshot.
    private static func tenantFile(read api: API, _ project: String) throws -> String {
        let example = try String(
            contentsOf: PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml"),
            encoding: .utf8)
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("tenant:") { return "tenant: pantry" }
            guard api == .v2 else { return String(line) }
            if line.hasPrefix("  requests_per_minute:") { return "  requests_per_minute: 1920" }
            return line.hasPrefix("  api: v1") ? "  api: v2\n  project: \(project)" : String(line)
        }
        return lines.joined(separator: "\n")
    }

    /// A world in which all app users buy, and some get refunds without a webhook.
    private static func refundedWorld() throws -> (World, told: [[UInt8]]) {
        let start = try #require(
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 - 86_400) * 1_000))
        let catalog = World.Catalog(try TestTenant.definition(of: "stockpot"))
        let product = try #require(catalog.products.first?.id)
        var world = World(catalog: catalog, seed: 1, startingAt: start)
        for number in 1...people { try world.purchase(by: "u_\(number)", product) }
        let told = world.takeEvents().map(\.body)
        world.advance(to: start.advanced(bySeconds: 3_600))
        for number in 1...refunded { try world.refund("u_\(number * 3)", product) }
        return (world, told)
    }
}

/// A tenant of a running server, with what opens it.
private struct Pantry {
    let server: RunningHearth
    var secretKey = ""
    var webhookAuthorization = ""

    init(on server: RunningHearth, _ tenantFile: String) async throws {
        self.server = server
        let path = server.directory + "/pantry.yaml"
        try tenantFile.write(toFile: path, atomically: true, encoding: .utf8)
        _ = try await run(["tenants", "apply", path])
        secretKey = try await run(["keys", "create", "--kind", "secret", "--tenant", "pantry"])
        webhookAuthorization = try await run(
            ["tenants", "secrets", "set", "pantry", "--kind", "authorization"])
    }

    func deliver(_ body: [UInt8]) async throws {
        let response = try await server.request(
            "POST", "/v1/webhooks/revenuecat/pantry", authorization: webhookAuthorization,
            body: body)
        #expect(response.status == 200)
    }

    func setUpstreamKey(for api: TenantDefinition.SnapshotPolicy.API) async throws {
        let keys = SimulatorConfiguration()
        _ = try await run(
            ["tenants", "secrets", "set", "pantry", "--kind", "revenuecat-api-key"],
            input: api == .v1 ? keys.v1Key : keys.v2Key)
    }

    func startRun() async throws -> String {
        let body: JSONValue = ["scope": "all"]
        let response = try await server.request(
            "POST", "/v1/admin/reconcile", authorization: "Bearer \(secretKey)", body: body.bytes)
        return try #require(try JSONParser.parse(response.body)["run_id"]?.string)
    }

    /// Runs a command and returns the line that it prints.
    private func run(_ arguments: [String], input: String? = nil) async throws -> String {
        let ended = try await HearthProcess.run(
            arguments + ["--data-directory", server.directory], input: input.map { "\($0)\n" })
        #expect(ended.exit == .status(0), "\(ended.error)")
        return ended.output.trimmingCharacters(in: .newlines)
    }
}

extension Installation {
    /// Empties the snapshot queue and keeps it empty, so that only the run reads snapshots.
    fileprivate func readNobodyYet() async throws {
        try await administer(
            """
            create function public.nobody() returns trigger language plpgsql
                as 'begin return null; end';
            create trigger nobody before insert on entitlements.snapshot_queue
                for each row execute function public.nobody();
            delete from entitlements.snapshot_queue
            """)
    }

    fileprivate func read(in run: String) async throws -> Int {
        try await count(
            "from entitlements.run_app_users where run_id = '\(run)' and outcome = 'read'")
    }

    fileprivate func status(of run: String) async throws -> String? {
        try await administer("select status from entitlements.runs where run_id = '\(run)'")
            .first?[0]
    }

    fileprivate func expectEverythingOnce(
        in run: String, people: Int, drift: Int
    ) async throws {
        #expect(try await read(in: run) == people)
        #expect(
            try await count("from entitlements.run_app_users where run_id = '\(run)'") == people)
        let snapshots = "from entitlements.snapshots where run_id = '\(run)'"
        #expect(try await count(snapshots) == people)
        #expect(try await count(snapshots, of: "distinct app_user_id") == people)
        let differences = "from entitlements.drift where run_id = '\(run)'"
        #expect(try await count(differences) == drift)
        #expect(try await count(differences, of: "distinct purchase_id") == drift)
    }

    private func count(_ rest: String, of what: String = "*") async throws -> Int {
        let rows = try await administer("select count(\(what)) \(rest)")
        return try #require(rows.first?[0].flatMap { Int($0) })
    }
}
