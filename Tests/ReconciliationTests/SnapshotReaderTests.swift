import Entitlements
import EntitlementsDatabase
import Reconciliation
import RevenueCat
import TestSupport
import Testing

@Suite("A snapshot of one app user", .timeLimit(.minutes(5)))
struct SnapshotReaderTests {
    private let bought = RevenueCatEvent.nowRunning()

    @Test("an unknown purchase is added and returned as drift")
    func read() async throws {
        try await withReading(answering: { [bought] _, _ in .subscriber(having: [bought]) }) {
            running, tenant in
            let outcome = try await running.snapshotReader.read("u_42", of: tenant.id)
            #expect(outcome.drift?.map(\.cause) == ["missed_event"])
            #expect(try await tenant.standing(of: "u_42") == .active("active"))
            let again = try await running.snapshotReader.read("u_42", of: tenant.id)
            #expect(again.drift?.isEmpty == true)
        }
    }

    @Test("a dry run returns the same drift, and changes nothing")
    func dryRun() async throws {
        try await withReading(answering: { [bought] _, _ in .subscriber(having: [bought]) }) {
            running, tenant in
            var options = SnapshotReader.Options()
            options.isDryRun = true
            let outcome = try await running.snapshotReader.read("u_42", of: tenant.id, options)
            #expect(outcome.drift?.map(\.cause) == ["missed_event"])
            #expect(try await tenant.standing(of: "u_42") == .none)
        }
    }

    @Test("an app user unknown to v2 keeps their access, which that does not confirm")
    func unknown() async throws {
        try await withReading(answering: { _, _ in .missing }) { running, tenant in
            try await tenant.apply {
                $0.snapshotPolicy.api = .v2
                $0.snapshotPolicy.project = "proj1"
            }
            try await tenant.receive(bought)
            guard case .unknown = try await running.snapshotReader.read("u_42", of: tenant.id)
            else {
                Issue.record("read")
                return
            }
            #expect(try await tenant.standing(of: "u_42").isActive)
            #expect(try await tenant.confirmations() == "0")
        }
    }

    @Test("a key of another project ends no access, and confirms none")
    func stranger() async throws {
        // The first request creates the customer in v1.
        let script: Upstream.Script = { _, number in
            .subscriber(since: TestClock.start, status: number == 0 ? 201 : 200)
        }
        try await withReading(answering: script) { running, tenant in
            try await tenant.receive(bought)
            var dryRun = SnapshotReader.Options()
            dryRun.isDryRun = true
            for options in [SnapshotReader.Options(), dryRun, .init()] {
                try await tenant.clearSnapshotQueue()
                guard
                    case .unknown = try await running.snapshotReader.read(
                        "u_42", of: tenant.id, options)
                else {
                    Issue.record("read")
                    return
                }
                #expect(try await tenant.standing(of: "u_42").isActive)
                #expect(try await tenant.confirmations() == "0")
            }
            #expect(running.upstream.requests.count == 3)
        }
    }

    @Test("after a 429 no process makes an early request")
    func rateLimited() async throws {
        let script: Upstream.Script = { [bought] _, number in
            number == 0
                ? .text("", status: 429, headers: ["Retry-After": "30"])
                : .subscriber(having: [bought])
        }
        try await withReading(answering: script) { running, tenant in
            var urgent = SnapshotReader.Options()
            urgent.isUrgent = true
            #expect(
                try await running.snapshotReader.read("u_42", of: tenant.id).obstacle
                    == .upstream(.rateLimited(retryAfterSeconds: 30)))
            // Like another process: without memory of the server, with the same budget.
            running.upstreams.forgetAll()
            for id in ["u_1", "u_2", "u_42"] {
                let obstacle = try await running.snapshotReader.read(
                    AppUserID(id), of: tenant.id, urgent
                )
                .obstacle
                guard case .paused(.rateLimited, let milliseconds) = obstacle else {
                    Issue.record("\(String(describing: obstacle))")
                    return
                }
                #expect((20_000...30_000).contains(milliseconds))
            }
            #expect(running.upstream.requests.count == 1)

            try await tenant.passPause()
            #expect(try await running.snapshotReader.read("u_42", of: tenant.id).drift?.count == 1)
        }
    }

    @Test("a patient caller waits for the budget, an impatient one fails at once")
    func patience() async throws {
        try await withReading(answering: { _, _ in .subscriber() }) { running, tenant in
            // A request is regained every ten seconds, longer than a slow machine takes to get
            // here.
            try await tenant.apply { $0.snapshotPolicy.requestsPerMinute = 10 }
            try await tenant.spendBudget()
            var options = SnapshotReader.Options()
            options.isUrgent = true
            options.patience = .milliseconds(100)
            let impatient = try await running.snapshotReader.read("u_1", of: tenant.id, options)
            #expect(impatient.obstacle?.reason == "budget")
            #expect(running.time.pauses.isEmpty)

            var clock = running.time.clock
            clock.wait = { wait in
                #expect((.milliseconds(1)...Duration.seconds(10)).contains(wait))
                try await tenant.refillBudget()
            }
            let patient = SnapshotReader(
                database: tenant.database, upstreams: running.upstreams, clock: clock,
                logger: .silent)
            options.patience = .seconds(90)
            #expect(try await patient.read("u_1", of: tenant.id, options).drift != nil)
            #expect(running.upstream.requests.count == 1)
        }
    }

    @Test(
        "a refused key pauses all requests of the tenant",
        arguments: [401, 403])
    func unauthorized(status: Int) async throws {
        try await withReading(answering: { _, _ in .text("{}", status: status) }) {
            running, tenant in
            let refused = try await running.snapshotReader.read("u_1", of: tenant.id)
            #expect(refused.obstacle == .upstream(.unauthorized))
            let spared = try await running.snapshotReader.read("u_2", of: tenant.id)
            #expect(spared.obstacle?.reason == "unauthorized")
            #expect(spared.obstacle?.isSetback == false)
            #expect(running.upstream.requests.count == 1)
        }
    }

    @Test("an unreadable answer about one app user affects no other")
    func unreadable() async throws {
        let script: Upstream.Script = { request, _ in
            request.target.hasSuffix("u_1") ? .json(["subscriber": nil]) : .subscriber()
        }
        try await withReading(answering: script) { running, tenant in
            let obstacle = try await running.snapshotReader.read("u_1", of: tenant.id).obstacle
            #expect(obstacle?.isSetback == true)
            #expect(try await running.snapshotReader.read("u_2", of: tenant.id).drift != nil)
        }
    }

    @Test("without a key no request is made")
    func notConfigured() async throws {
        let tenant = try await TestTenant.create()
        try await RunningSnapshotReader.with(into: tenant.database, answering: { _, _ in .missing })
        {
            running in
            guard case .notConfigured = try await running.snapshotReader.read("u_1", of: tenant.id)
            else {
                Issue.record("read")
                return
            }
            #expect(running.upstream.requests.isEmpty)
        }
    }

    private func withReading(
        answering script: @escaping Upstream.Script,
        _ body: (RunningSnapshotReader, TestTenant) async throws -> Void
    ) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await RunningSnapshotReader.with(into: tenant.database, answering: script) { running in
            try await body(running, tenant)
        }
    }
}

extension SnapshotReader.Outcome {
    var drift: [Drift]? {
        guard case .read(let drift) = self else { return nil }
        return drift
    }

    var obstacle: SnapshotFailure? {
        guard case .hindered(let obstacle) = self else { return nil }
        return obstacle
    }
}

extension TestTenant {
    /// The number of app users with a confirmation time.
    fileprivate func confirmations() async throws -> String? {
        try await TestDatabase.shared.administer(
            "select count(confirmed_at) from entitlements.app_users where tenant_id = '\(id)'"
        ).first?.first ?? nil
    }

    fileprivate func clearSnapshotQueue() async throws {
        try await TestDatabase.shared.administer(
            "update entitlements.app_users set confirmed_at = null where tenant_id = '\(id)'")
    }

    /// Moves the pause's end instead of waiting half a minute.
    fileprivate func passPause() async throws {
        try await TestDatabase.shared.administer(
            "update entitlements.upstreams set paused_until = now() where tenant_id = '\(id)'")
    }

    fileprivate func spendBudget() async throws {
        _ = try await database.callOne(
            TakeUpstreamRequests(requests: 1_000, atLeast: 1, isUrgent: true), in: id)
    }

    /// Refills the bucket instead of waiting a minute.
    fileprivate func refillBudget() async throws {
        try await TestDatabase.shared.administer(
            "update entitlements.upstreams set full_at = now() where tenant_id = '\(id)'")
    }
}
