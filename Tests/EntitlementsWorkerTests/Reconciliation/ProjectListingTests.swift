import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import FoundationEssentials
import TestSupport
import Testing

/// If all webhooks of an app user were lost, only RevenueCat knows them.
@Suite("A run over all app users lists the project", .timeLimit(.minutes(5)))
struct ProjectListingTests {
    private static let list = "/v2/projects/proj1/customers?limit=100"

    @Test("unknown people are listed and read, after the known ones")
    func unknown() async throws {
        let script = Self.project(pages: [["u_1", "u_2"], ["lost"], ["u_1"]])
        try await withRun(answering: script) { ended, tenant, targets in
            #expect(ended["status"] == "finished")
            #expect(ended["covers"] == "whole_project")
            #expect(ended["people"]?["total"] == 3)
            let lost = try await tenant.standing(of: "lost")
            #expect(lost.isActive)
            #expect(targets.count { $0.contains("customers?") } == 3)
            #expect(targets.first?.contains("customers?") == false)
        }
    }

    @Test("a circular listing ends, and the run covers known ids")
    func endless() async throws {
        let script = Self.project(pages: [["a"], ["b"], ["c"], ["d"]], backTo: 1)
        try await withRun(answering: script) { ended, _, targets in
            #expect(ended["status"] == "finished")
            #expect(ended["covers"] == "known_ids")
            #expect(ended["setback"] == "next_page_seen_before")
            #expect(targets.count { $0.contains("customers?") } < 20)
        }
    }

    @Test(
        "after five failures of a page the run covers known ids",
        arguments: ["https://elsewhere.example/next", nil])
    func unreadable(next: String?) async throws {
        let script: Upstream.Script = { request, _ in
            guard request.target == Self.list else { return Self.person(request.target) }
            guard let next else { return .text("<html>") }
            return .json(["object": "list", "items": [], "next_page": .string(next)])
        }
        try await withRun(answering: script) { ended, _, targets in
            #expect(ended["status"] == "finished")
            #expect(ended["covers"] == "known_ids")
            #expect(ended["setback"]?.isNull == false)
            #expect(ended["people"]?["read"] == 1)
            #expect(targets.count { $0 == Self.list } >= 5)
        }
    }

    @Test("an unrecognised project is not listed once webhooks told of purchases")
    func notRecognised() async throws {
        let script = Self.project(pages: [["lost"]])
        try await withRun(isRecognised: false, webhooks: [.initialPurchase()], answering: script) {
            ended, _, targets in
            #expect(ended["covers"] == "known_ids")
            #expect(!targets.contains(Self.list))
        }
    }

    @Test(
        "without a purchase from webhooks, the key's own project is listed and read",
        arguments: [[], [RevenueCatEvent.test()]], [0, 1])
    func noWebhooks(events: [RevenueCatEvent], known: Int) async throws {
        let script = Self.project(pages: [["u_2"], ["lost"]])
        try await withRun(
            isRecognised: false, known: known, webhooks: events, answering: script
        ) { ended, tenant, _ in
            #expect(ended["status"] == "finished")
            #expect(ended["covers"] == "whole_project")
            #expect(ended["people"]?["total"] == .integer(Int64(2 + known)))
            #expect(try await tenant.standing(of: "lost").isActive)
            // What silence says still waits for a purchase that a webhook tells of.
            let recognised = try await tenant.isProjectRecognised()
            #expect(!recognised)
        }
    }

    @Test("a scheduled run lists recognised projects only")
    func catchUp() async throws {
        let script = Self.project(pages: [["lost"]])
        try await withRun(isRecognised: false, known: 1, isAsked: false, answering: script) {
            ended, _, targets in
            #expect(ended["covers"] == "known_ids")
            #expect(!targets.contains(Self.list))
        }
    }

    @Test("with version 1 the run covers known ids")
    func version1() async throws {
        try await withRun(api: .v1, answering: { _, _ in .subscriber() }) { ended, _, targets in
            #expect(ended["status"] == "finished")
            #expect(ended["covers"] == "known_ids")
            #expect(targets == ["/v1/subscribers/u_1"])
        }
    }

    /// A project with these pages.
    ///
    /// The last page leads to page `backTo`, if set.
    private static func project(pages: [[String]], backTo: Int? = nil) -> Upstream.Script {
        { request, _ in
            guard request.target.hasPrefix("/v2/projects/proj1/customers?") else {
                return person(request.target)
            }
            let place = request.target.split(separator: "after=").last.flatMap { Int($0) } ?? 0
            let next = place + 1 < pages.count ? place + 1 : backTo
            return .json([
                "object": "list",
                "items": .array(
                    pages[place].map { ["object": "customer", "id": .string($0)] }),
                "next_page": next.map { .string("\(list)&starting_after=\($0)") } ?? .null,
            ])
        }
    }

    /// The answers about one app user; only `lost` has a purchase.
    private static func person(_ target: String) -> UpstreamAnswer {
        if target.contains("/products/") { return .json(["store_identifier": "plus_monthly"]) }
        guard target.contains("/customers/") else { return .missing }
        guard target.hasSuffix("/subscriptions"), target.contains("/lost/") else {
            return target.hasSuffix("s") ? .list([]) : .json(["first_seen_at": 1_777_622_400_000])
        }
        return .list([
            [
                "object": "subscription", "id": "sub1", "product_id": "prod1",
                "starts_at": 1_781_517_600_000, "current_period_starts_at": 1_794_736_800_000,
                "current_period_ends_at": 4_000_000_000_000, "ends_at": 4_000_000_000_000,
                "gives_access": true, "auto_renewal_status": "will_renew", "status": "active",
                "entitlements": [
                    "object": "list", "next_page": nil,
                    "items": [["object": "entitlement", "id": "e", "lookup_key": "plus"]],
                ],
                "environment": "production", "store": "app_store",
                "store_subscription_identifier": "t9", "ownership": "purchased",
            ]
        ])
    }

    private func withRun(
        api: TenantDefinition.SnapshotPolicy.API = .v2, isRecognised: Bool = true,
        known: Int = 1, webhooks events: [RevenueCatEvent] = [], isAsked: Bool = true,
        answering script: @escaping Upstream.Script,
        _ body: (JSONValue, TestTenant, [String]) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                $0.snapshotPolicy.api = api
                $0.snapshotPolicy.project = "proj1"
            }
            try await tenant.setUpstreamKey()
            if isRecognised { try await own.recogniseProjects() }
            for event in events { try await tenant.receive(event) }
            if known > 0 { try await own.addPeople(known, to: tenant) }
            let run = try await isAsked ? tenant.startRun("all") : own.startCatchUp(of: tenant)
            try await RunningSnapshotReader.with(into: own.database, answering: script) { running in
                let reconciler = Reconciler(
                    database: own.database, snapshotReader: running.snapshotReader, logger: .silent)
                var json = try await tenant.run(run)
                for _ in 0..<200 where json?["ended_at"]?.isNull == true {
                    await reconciler.workOnRuns()
                    running.time.advance(by: .seconds(61))
                    try await own.endLeases()
                    json = try await tenant.run(run)
                }
                try await body(try #require(json), tenant, running.upstream.targets)
            }
        }
    }
}

extension ScratchDatabase {
    /// Starts the run that follows a long absence.
    fileprivate func startCatchUp(of tenant: TestTenant) async throws -> UUID {
        try await administer("update entitlements.upstreams set needs_catch_up = true")
        return try #require(
            try await database.call(StartDueRun(), in: tenant.id).first
        ).runID
    }
}

extension TestTenant {
    fileprivate func isProjectRecognised() async throws -> Bool {
        try await database.callOne(ExamineTenant(), in: id).keyState == "recognised"
    }
}
