import Entitlements
import EntitlementsDatabase
import Reconciliation
import RevenueCat
import TestSupport
import Testing

@Suite("Simultaneous callers share a snapshot", .timeLimit(.minutes(5)))
struct SharedSnapshotsTests {
    private let person = AppUserID(unchecked: "u_42")

    @Test("eight simultaneous callers share one request and its outcome")
    func shared() async throws {
        try await withHeldServer { held, running, tenant in
            let snapshots = SharedSnapshots(running.snapshotReader)
            let outcomes = try await withThrowingTaskGroup(of: SnapshotReader.Outcome.self) {
                group in
                for _ in 0..<8 {
                    group.addTask { try await snapshots.read(person, of: tenant.id) }
                }
                _ = await eventually { !running.upstream.requests.isEmpty }
                held.give(.subscriber(having: [.initialPurchase()]))
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count == 8)
            #expect(outcomes.allSatisfy { $0.drift?.count == 1 })
            #expect(running.upstream.requests.count == 1)
        }
    }

    @Test("another app user, or a later caller, causes a new request")
    func apart() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await RunningSnapshotReader.with(
            into: tenant.database, answering: { _, _ in .subscriber() }
        ) { running in
            let snapshots = SharedSnapshots(running.snapshotReader)
            for id in ["u_1", "u_2", "u_1"] {
                _ = try await snapshots.read(AppUserID(unchecked: id), of: tenant.id)
            }
            #expect(running.upstream.requests.count == 3)
        }
    }

    @Test("ids with different bytes but equal characters are separate")
    func bytes() async throws {
        try await withHeldServer { held, running, tenant in
            let snapshots = SharedSnapshots(running.snapshotReader)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in ["caf\u{E9}", "cafe\u{301}"] {
                    group.addTask {
                        _ = try await snapshots.read(AppUserID(unchecked: id), of: tenant.id)
                    }
                }
                let areTwo = await eventually {
                    running.upstream.requests.count == 2
                }
                #expect(areTwo)
                held.give(.subscriber())
                try await group.waitForAll()
            }
        }
    }

    @Test("if the first caller is cancelled, a waiting one makes the request")
    func givenUp() async throws {
        try await withHeldServer { held, running, tenant in
            let snapshots = SharedSnapshots(running.snapshotReader)
            try await withThrowingTaskGroup(of: Int?.self) { others in
                await withThrowingTaskGroup(of: Void.self) { first in
                    first.addTask { _ = try await snapshots.read(person, of: tenant.id) }
                    _ = await eventually {
                        running.upstream.requests.count == 1
                    }
                    others.addTask {
                        try await snapshots.read(person, of: tenant.id).drift?.count
                    }
                    first.cancelAll()
                    _ = await first.nextResult()
                }
                _ = await eventually { running.upstream.requests.count == 2 }
                held.give(.subscriber(having: [.initialPurchase()]))
                let count = try await others.next()
                #expect(count == 1)
            }
        }
    }

    /// Lends a server that holds all requests until the test gives an answer.
    private func withHeldServer(
        _ body: (HeldAnswer, RunningSnapshotReader, TestTenant) async throws -> Void
    ) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        let held = HeldAnswer()
        try await RunningSnapshotReader.with(
            into: tenant.database, answering: { _, _ in .held(held) }
        ) { running in
            try await body(held, running, tenant)
        }
    }
}
