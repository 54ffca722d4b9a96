import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import FoundationEssentials
import Logging
import Reconciliation
import RevenueCat
import RevenueCatSimulator
import TenantFiles
import TestSupport
import Testing

/// A simulated RevenueCat over HTTP, a tenant with its catalog, and a worker that reads the
/// tenant's app users.
struct SimulatedUpstream: Sendable {
    let own: ScratchDatabase
    let tenant: TestTenant
    let simulator: Simulator
    let reconciler: Reconciler

    /// Runs without rate limits, in the simulator and for the tenant.
    static func with(
        _ world: World, read api: TenantDefinition.SnapshotPolicy.API = .v1,
        clock: RevenueCatClock = TestClock().clock, refusalFlightMilliseconds: Int = 0,
        _ body: (SimulatedUpstream) async throws -> Void
    ) async throws {
        let definition = try TenantDefinition.selling(world, read: api)
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                let slug = $0.slug
                $0 = definition
                $0.slug = slug
            }
            var configuration = SimulatorConfiguration()
            configuration.port = 0
            configuration.requestsPerMinute = nil
            configuration.refusalFlightMilliseconds = refusalFlightMilliseconds
            try await tenant.setUpstreamKey(
                api == .v1 ? configuration.v1Key : configuration.v2Key)
            let simulator = Simulator(world: world, configuration: configuration, seed: 1)
            try await serve(simulator) { port in
                try await SnapshotReader.with(
                    into: own.database, from: "http://127.0.0.1:\(port)", clock: clock
                ) { snapshotReader, _ in
                    let reconciler = Reconciler(
                        database: own.database, snapshotReader: snapshotReader, logger: .silent)
                    try await body(
                        SimulatedUpstream(
                            own: own, tenant: tenant, simulator: simulator,
                            reconciler: reconciler))
                }
            }
        }
    }

    private static func serve(
        _ simulator: Simulator, _ body: (Int) async throws -> Void
    ) async throws {
        let (ports, reportPort) = AsyncStream<Int>.makeStream()
        let server = SimulatorServer(simulator: simulator, logger: .silent) {
            reportPort.yield($0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try #require(await ports.first { _ in true })
            try await body(port)
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
    }
}

extension SimulatedUpstream {
    /// Delivers webhooks from several tasks, each in the given order.
    func deliver(_ bodies: [[UInt8]]) async throws {
        _ = try await inLanes(bodies) { body in
            let row = try await tenant.receive(body: body)
            guard row.failure == nil else { throw NotApplied(status: row.status) }
        }
    }

    /// Runs the body for each item, in four tasks.
    func inLanes<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Result
    ) async throws -> [Result] {
        let lanes = 4
        return try await withThrowingTaskGroup(of: [Result].self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var results: [Result] = []
                    for index in stride(from: lane, to: items.count, by: lanes) {
                        results.append(try await body(items[index]))
                    }
                    return results
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    struct NotApplied: Error {
        let status: String
    }

    func startRun() async throws -> UUID {
        let row = try await own.database.callOne(
            StartRun(
                scope: "all", isDryRun: false, stopAtLostPercent: StartRun.usualLostPercent),
            in: tenant.id)
        let json = try JSONParser.parse(row.json)
        return try #require(json["run_id"]?.string.flatMap(UUID.init(uuidString:)))
    }

    func run(_ id: UUID) async throws -> JSONValue {
        try JSONParser.parse(
            try await own.database.callOne(GetRun(runID: id), in: tenant.id).json)
    }

    /// Runs over all app users, and returns the ended run.
    func readEverybody(withinSeconds seconds: Int = 60) async throws -> JSONValue {
        let id = try await startRun()
        let hasEnded = try await eventually(withinSeconds: seconds) {
            await reconciler.workOnRuns()
            return try await run(id)["ended_at"]?.isNull == false
        }
        #expect(hasEnded)
        return try await run(id)
    }
}

extension TenantDefinition {
    /// The simulated project's catalog as a tenant with the highest request limit.
    static func selling(
        _ world: World, read api: SnapshotPolicy.API
    ) throws -> TenantDefinition {
        let entitlements = world.catalog.entitlementIDs.enumerated().map {
            "  \($1): { rank: \($0 + 1) }"
        }
        let products = world.catalog.products.map { product in
            let granted = product.entitlementIDs.joined(separator: ", ")
            let fields = [
                "kind: \(product.kind.rawValue)", product.period.map { "duration: \($0)" },
                product.trial.map { "trial: \($0)" }, "entitlements: [\(granted)]",
            ]
            return "  \"\(product.id)\": { \(fields.compactMap(\.self).joined(separator: ", ")) }"
        }
        let yaml = """
            tenant: simulated
            name: Simulated
            free_plan: free
            sandbox: accept
            webhooks: { authentication: [authorization] }
            revenuecat:
              api: \(api.rawValue)
              project: \(world.settings.projectID)
              requests_per_minute: \(SnapshotPolicy.requestsPerMinuteRange.upperBound)
            entitlements:
            \(entitlements.joined(separator: "\n"))
            products:
            \(products.joined(separator: "\n"))
            """
        return try TenantFile.parse(yaml: yaml)
    }
}
