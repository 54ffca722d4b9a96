import Entitlements
import Foundation
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("A run goes on where a killed server left it")
struct KilledRunTests {
    private static let people = 60
    private static let refunded = 20

    private static let resumptionSeconds = 60

    @Test("kill -9 in the midst: it ends within a minute, and nothing is done twice")
    func killed() async throws {
        let (world, told) = try Self.refundedWorld()
        try await SimulatedServer.with(world) { simulator, url in
            try await Installation.with { installation in
                let environment = ["HEARTH_REVENUECAT_URL": url]
                let first = try await installation.start(environment: environment)
                for body in told { try await first.deliver(body) }
                try await installation.readNobodyYet()
                try await first.setUpstreamKey(SimulatorConfiguration().v1Key)
                let run = try await first.startRun()

                let isUnderWay = try await eventually {
                    try await installation.read(in: run) >= Self.people / 4
                }
                #expect(isUnderWay)
                // Whoever is being asked about now is leased to the server that is killed.
                simulator.setFaults([Fault(.hang)])
                let isHanging = await eventually {
                    simulator.statistics.faults > 0
                }
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
                // Whoever was answered just when the server was killed was asked about again.
                let reads = simulator.statistics.reads["subscriber"] ?? 0
                #expect((Self.people...Self.people + 3).contains(reads))
            }
        }
    }

    /// Everybody bought something, and some got their money back, of which nobody is told.
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

extension RunningHearth {
    fileprivate func deliver(_ body: [UInt8]) async throws {
        let response = try await request(
            "POST", "/v1/webhooks/revenuecat/stockpot",
            authorization: key("webhook_authorization"), body: body)
        #expect(response.status == 200)
    }

    fileprivate func setUpstreamKey(_ upstreamKey: String) async throws {
        let set = try await HearthProcess.run(
            [
                "tenant", "secret", "set", "stockpot", "--kind", "revenuecat-api-key",
                "--data-directory", directory,
            ], input: "\(upstreamKey)\n")
        #expect(set.exit == .status(0), "\(set.error)")
    }

    fileprivate func startRun() async throws -> String {
        let body: JSONValue = ["scope": "all"]
        let response = try await request(
            "POST", "/v1/admin/reconcile", authorization: "Bearer \(key("secret_key"))",
            body: body.bytes)
        return try #require(try JSONParser.parse(response.body)["run_id"]?.string)
    }
}

extension Installation {
    /// Takes back what the webhooks queued, and queues nobody more, so that the run alone reads.
    fileprivate func readNobodyYet() async throws {
        try await administer(
            """
            create function public.nobody() returns trigger language plpgsql
                as 'begin return null; end';
            create trigger nobody before insert on entitlements.confirmations
                for each row execute function public.nobody();
            delete from entitlements.confirmations
            """)
    }

    fileprivate func read(in run: String) async throws -> Int {
        try await count("from entitlements.run_people where run_id = '\(run)' and outcome = 'read'")
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
            try await count("from entitlements.run_people where run_id = '\(run)'") == people)
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
