import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import Reconciliation
import RevenueCat
import TestSupport
import Testing

@Suite("App users of events are read from RevenueCat", .timeLimit(.minutes(5)))
struct SnapshotWorkerTests {
    private typealias API = TenantDefinition.SnapshotPolicy.API

    @Test("a snapshot confirms an event, and adds what was missing", arguments: API.allCases)
    private func confirmed(api: API) async throws {
        try await withSnapshotWorker(
            read: api,
            having: { id, _ in id == "u_1" ? [.nowRunning(appUserID: "u_1")] : [] }
        ) { own, tenant, running in
            // What was bought and moved we were never told.
            try await tenant.receive(.transfer(from: ["u_9"], to: ["u_1"]))
            await running.snapshotWorker.confirmDueAppUsers()
            #expect(try await tenant.standing(of: "u_1").isActive)
            #expect(try await own.waiting() == "0")
            #expect(running.upstream.people.sorted() == ["u_1", "u_9"])
        }
    }

    @Test("many events of one person cost one snapshot", arguments: API.allCases)
    private func oneSnapshot(api: API) async throws {
        try await withSnapshotWorker(read: api) { own, tenant, running in
            for month in Int64(0)..<10 {
                try await tenant.receive(
                    .renewal(
                        purchasedAt: RevenueCatEvent.defaultPurchase.advanced(byDays: 30 * month)))
            }
            await running.snapshotWorker.confirmDueAppUsers()
            #expect(running.upstream.people == ["u_42"])
            #expect(try await own.waiting() == "0")
        }
    }

    @Test(
        "an empty snapshot of an unrecognised project is repeated later",
        arguments: API.allCases)
    private func notRecognised(api: API) async throws {
        try await withSnapshotWorker(
            read: api, having: { _, number in number == 1 ? [.nowRunning()] : [] }
        ) { own, tenant, running in
            try await tenant.setUpstreamKey("sk_another")
            try await tenant.receive(.nowRunning())
            await running.snapshotWorker.confirmDueAppUsers()
            #expect(
                try await own.ask("select setback from entitlements.snapshot_queue")
                    == "project_not_recognised")
            #expect(try await tenant.standing(of: "u_42", at: "2026-11-02T00:00:00Z").isActive)
            try await own.makeAllDue()
            await running.snapshotWorker.confirmDueAppUsers()
            #expect(try await own.waiting() == "0")
            #expect(running.upstream.people.count == 2)
        }
    }

    @Test("an event that arrives during a request leads to another request")
    func duringReading() async throws {
        let gate = Gate()
        try await withSnapshotWorker(answering: { _, number in
            if number == 0 { gate.open() }
            return number == 0 ? .text("", status: 500) : .subscriber()
        }) { own, tenant, running in
            try await tenant.receive(.nowRunning())
            async let confirming: Void = running.snapshotWorker.confirmDueAppUsers()
            await gate.wait()
            try await tenant.receive(.renewal(purchasedAt: "2026-12-01T10:00:00Z"))
            await confirming
            await running.snapshotWorker.confirmDueAppUsers()
            #expect(try await own.waiting() == "0")
        }
    }

    @Test(
        "after a 429 no request is early, and later all app users are read",
        arguments: API.allCases)
    private func rateLimited(api: API) async throws {
        let people = Upstream.people(read: api) { _, _ in [] }
        try await withSnapshotWorker(
            read: api,
            answering: { request, number in
                number < SnapshotWorker.maximumReadingsAtOnce
                    ? .text("", status: 429, headers: ["Retry-After": "30"])
                    : people(request, number)
            }
        ) { own, tenant, running in
            for number in 0..<8 {
                try await tenant.receive(.nowRunning(appUserID: "u_\(number)"))
            }
            await running.snapshotWorker.confirmDueAppUsers()
            // Only the requests in flight when the first answer came.
            let early = running.upstream.requests.count
            #expect((1...SnapshotWorker.maximumReadingsAtOnce).contains(early))
            for _ in 0..<5 { await running.snapshotWorker.confirmDueAppUsers() }
            #expect(running.upstream.requests.count == early)
            #expect(try await own.waiting() == "8")

            for _ in 0..<20 where try await own.waiting() != "0" {
                // Also longer than an open breaker, which a busy machine may cause.
                running.time.advance(by: .seconds(31))
                try await own.makeAllDue()
                await running.snapshotWorker.confirmDueAppUsers()
            }
            #expect(try await own.waiting() == "0")
            #expect(
                running.upstream.people.count <= early + 8 + SnapshotWorker.maximumReadingsAtOnce)
        }
    }

    @Test(
        "while RevenueCat fails, lookups succeed and the queue is kept",
        arguments: [
            UpstreamAnswer.text("", status: 500), .text("<html>", status: 200),
            .text("{\"subscriber\": {", status: 200), .text("", status: 429),
            .brokenOff("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
        ], API.allCases)
    private func faults(answer: UpstreamAnswer, api: API) async throws {
        try await withSnapshotWorker(read: api, answering: { _, _ in answer }) {
            own, tenant, running in
            for number in 0..<6 {
                try await tenant.receive(.nowRunning(appUserID: "u_\(number)"))
            }
            async let confirming: Void = running.snapshotWorker.confirmDueAppUsers()
            for round in 0..<20 {
                #expect(try await tenant.standing(of: "u_\(round % 6)").isActive)
            }
            await confirming
            #expect(try await own.waiting() == "6")
            #expect(
                try await own.ask(
                    "select count(*) from entitlements.snapshot_queue "
                        + "where claim_id is not null") == "0")
        }
    }

    @Test("app users of a tenant without a key wait for the key")
    func withoutKey() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await RunningSnapshotReader.with(
                into: own.database, answering: { _, _ in .subscriber() }
            ) { running in
                let snapshotWorker = SnapshotWorker(
                    database: own.database, snapshotReader: running.snapshotReader, logger: .silent)
                try await tenant.receive(.nowRunning())
                await snapshotWorker.confirmDueAppUsers()
                #expect(running.upstream.requests.isEmpty)
                try await tenant.setUpstreamKey()
                await snapshotWorker.confirmDueAppUsers()
                #expect(running.upstream.people == ["u_42"])
            }
        }
    }

    @Test("two simultaneous workers read each app user once, within the budget")
    func raced() async throws {
        try await withSnapshotWorker { own, tenant, running in
            for number in 0..<30 {
                try await tenant.receive(.nowRunning(appUserID: "u_\(number)"))
            }
            async let one: Void = running.snapshotWorker.confirmDueAppUsers()
            async let other: Void = running.snapshotWorker.confirmDueAppUsers()
            _ = await (one, other)
            let targets = running.upstream.targets
            #expect(Set(targets).count == targets.count)
            // The bucket's size, and the requests regained meanwhile.
            #expect(targets.count >= 9)
            let left = try #require(Int(try await own.waiting() ?? ""))
            #expect(left == 30 - targets.count)
        }
    }

    @Test("a running worker reads due app users, and stops when cancelled")
    func running() async throws {
        try await withSnapshotWorker { own, tenant, running in
            try await tenant.receive(.nowRunning())
            try await withThrowingTaskGroup { group in
                group.addTask { try await running.snapshotWorker.run() }
                let isRead = try await eventually {
                    try await own.waiting() == "0"
                }
                #expect(isRead)
                group.cancelAll()
            }
        }
    }
}

extension SnapshotWorkerTests {
    /// What a test has of a worker.
    struct Running {
        let snapshotWorker: SnapshotWorker
        let upstream: Upstream
        let time: TestClock
    }

    private func withSnapshotWorker(
        read api: API = .v1,
        having subscriptions: @escaping Upstream.Subscriptions = { _, _ in [] },
        answering script: Upstream.Script? = nil,
        _ body: (ScratchDatabase, TestTenant, Running) async throws -> Void
    ) async throws {
        let script = script ?? Upstream.people(read: api, having: subscriptions)
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) { $0.read(api) }
            try await tenant.setUpstreamKey()
            try await own.recogniseProjects()
            try await RunningSnapshotReader.with(into: own.database, answering: script) { running in
                let snapshotWorker = SnapshotWorker(
                    database: own.database, snapshotReader: running.snapshotReader, logger: .silent)
                try await body(
                    own, tenant,
                    Running(
                        snapshotWorker: snapshotWorker, upstream: running.upstream,
                        time: running.time))
            }
        }
    }
}

extension ScratchDatabase {
    fileprivate func waiting() async throws -> String? {
        try await ask("select count(*) from entitlements.snapshot_queue")
    }

    /// Moves the due times back instead of waiting.
    fileprivate func makeAllDue() async throws {
        try await administer(
            """
            update entitlements.upstreams set paused_until = now(), full_at = now();
            update entitlements.snapshot_queue set due_at = now();
            """)
    }
}

/// An event that happens once and can be awaited.
private struct Gate: Sendable {
    private let stream = AsyncStream.makeStream(of: Void.self)

    func open() { stream.continuation.finish() }

    func wait() async { for await _ in stream.stream {} }
}
