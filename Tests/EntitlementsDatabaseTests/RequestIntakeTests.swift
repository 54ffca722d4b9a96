import Entitlements
import TestSupport
import Testing

@testable import EntitlementsDatabase

@Suite("Requests share calls", .timeLimit(.minutes(5)))
struct RequestIntakeTests {
    private static let callers = 80

    @Test("requests during two calls share the next, and never exceed the limit")
    func shared() async throws {
        try await Self.withIntake(free: 40) { own, tenant, intake in
            let refusals = try await Self.together(
                (0..<Self.callers).map(Self.use(number:)), own, tenant, intake)
            #expect(refusals.count { $0 == nil } == 40)
            #expect(refusals.count { $0 == "limit_reached" } == 40)
            #expect(try await tenant.used("scans", by: "u_1") == 40)
            // Requests of one call have one time. The first two are alone; the third call holds 64.
            let calls = try await own.ask(
                "select count(distinct made_at) <= 4 from entitlements.reservations")
            #expect(calls == "t")
        }
    }

    @Test("a request that cannot be sent fails alone")
    func unreadable() async throws {
        try await Self.withIntake(free: 100) { own, tenant, intake in
            let uses = (0..<Self.callers).map(Self.use(number:)) + [Self.use("\0")]
            let refusals = try await Self.together(uses, own, tenant, intake)
            #expect(refusals.compactMap(\.self) == ["a text holds U+0000"])
            #expect(try await tenant.used("scans", by: "u_1") == .integer(Int64(Self.callers)))
        }
    }

    @Test("a cancelled caller ends no shared call, and each use counts once")
    func cancelled() async throws {
        try await Self.withIntake(free: 10) { own, tenant, intake in
            try await withThrowingTaskGroup { group in
                try await own.whileHolding("lock table entitlements.usage") {
                    let leaver = Task { try await intake.answer(Self.use(), of: tenant.id) }
                    let waits = try await eventually {
                        try await own.ask(
                            """
                            select exists (
                                select from pg_stat_activity
                                 where datname = current_database() and wait_event_type = 'Lock')
                            """) == "t"
                    }
                    #expect(waits)
                    for _ in 0..<2 {
                        group.addTask { _ = try await intake.answer(Self.use(), of: tenant.id) }
                    }
                    leaver.cancel()
                    group.addTask { _ = try await leaver.value }
                }
                try await group.waitForAll()
            }
            #expect(try await tenant.used("scans", by: "u_1") == 3)
        }
    }

    private static func use(_ reference: String? = nil) -> UseLimits.Request {
        .init(appUserID: "u_1", limitID: "scans", amount: 1, reference: reference)
    }

    private static func use(number: Int) -> UseLimits.Request {
        use("page \(number)")
    }

    private static func withIntake(
        free: Int,
        _ body: (ScratchDatabase, TestTenant, RequestIntake<UseLimits>) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(like: "metered", in: own.database) {
                for index in $0.limits.indices { $0.limits[index].free = free }
            }
            try await body(own, tenant, RequestIntake(database: own.database))
        }
    }

    /// The refusal of each use, when all of them arrive during the first two calls.
    private static func together(
        _ uses: [UseLimits.Request], _ own: ScratchDatabase, _ tenant: TestTenant,
        _ intake: RequestIntake<UseLimits>
    ) async throws -> [String?] {
        try await withThrowingTaskGroup(of: String?.self) { group in
            try await own.whileHolding("lock table entitlements.usage") {
                for use in uses {
                    group.addTask {
                        do {
                            _ = try await intake.answer(use, of: tenant.id)
                            return nil
                        } catch let failure as Failure {
                            return failure.code.rawValue
                        } catch {
                            return "\(error)"
                        }
                    }
                }
                let line = RequestIntake<UseLimits>.Line(
                    tenant: tenant.id, environment: "production")
                let areWaiting = await eventually {
                    intake.gatherer.waitingItems(of: line) == uses.count - 2
                }
                #expect(areWaiting)
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

extension RequestIntake {
    fileprivate func answer(_ request: Call.Request, of tenant: TenantID) async throws -> Answer {
        try await answer(request, of: tenant, in: "production")
    }
}
