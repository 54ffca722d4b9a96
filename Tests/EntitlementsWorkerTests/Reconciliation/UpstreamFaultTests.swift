import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import Foundation
import RevenueCat
import RevenueCatSimulator
import TestSupport
import Testing

/// RevenueCat fails during a run, in real time: no request is early, lookups succeed, and the run
/// ends right.
@Suite("RevenueCat fails during a run", .timeLimit(.minutes(5)))
struct UpstreamFaultTests {
    private static let people = 60

    /// The time after a refusal in which requests in flight do not count as early.
    ///
    /// Long enough for a busy machine to store the refusal.
    private static let refusalFlightMilliseconds = 12_000

    private static let troubles: [Fault] = [
        Fault(.rateLimited, count: 3, rate: 0.1, retryAfterSeconds: 15),
        Fault(.unavailable, count: 3, rate: 0.1, retryAfterSeconds: 15),
        Fault(.serverError, count: 12, rate: 0.3),
        Fault(.busy, count: 12, rate: 0.3),
        Fault(.truncated, count: 12, rate: 0.3),
        Fault(.garbage, count: 12, rate: 0.3),
        Fault(.html, count: 12, rate: 0.3),
        Fault(.hang, count: 2, rate: 0.1),
    ]

    @Test(
        "the run ends with the right answers", arguments: troubles,
        TenantDefinition.SnapshotPolicy.API.allCases)
    func trouble(_ fault: Fault, api: TenantDefinition.SnapshotPolicy.API) async throws {
        let (world, told) = try Self.refundedWorld()
        let ids = (1...Self.people).map { "u_\($0)" }
        let clock = RevenueCatClock {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) ?? .never
        }
        try await SimulatedUpstream.with(
            world, read: api, clock: clock,
            refusalFlightMilliseconds: Self.refusalFlightMilliseconds
        ) { upstream in
            try await upstream.deliver(told)
            upstream.simulator.setFaults([fault])
            let begin = ContinuousClock.now
            let (run, lookups) = try await upstream.whileLookingUp(ids) {
                try await upstream.readEverybodyInTheEnd()
            }
            let statistics = upstream.simulator.statistics
            print(
                "\(fault.kind), \(api): faults \(statistics.faults),",
                "requests \(statistics.requests),",
                "early \(statistics.earlyRequests), lookups \(lookups.served),",
                "failed \(lookups.failed)")
            #expect(statistics.faults == fault.count)
            #expect(statistics.earlyRequests == 0)
            // The run waited as long as RevenueCat asked.
            #expect(begin.duration(to: .now) > .seconds(fault.retryAfterSeconds ?? 0))
            #expect(lookups.served > 0)
            #expect(lookups.failed == 0)
            #expect(run["status"] == "finished")
            #expect(run["people"]?["read"] == .integer(Int64(Self.people)))
            #expect(
                try await upstream.wrongAnswers(to: ids, known: Set(ids), in: world) == [])
        }
    }

    /// A world in which all app users buy, and a third get refunds without an event.
    private static func refundedWorld() throws -> (World, told: [[UInt8]]) {
        let start = try #require(
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 - 86_400) * 1_000))
        var world = World(seed: 1, startingAt: start)
        for number in 1...people { try world.purchase(by: "u_\(number)", "plus_annual") }
        let told = world.takeEvents().map(\.body)
        world.advance(to: start.advanced(bySeconds: 3_600))
        for number in stride(from: 1, through: people, by: 3) {
            try world.refund("u_\(number)", "plus_annual")
        }
        return (world, told)
    }
}

extension SimulatedUpstream {
    fileprivate struct Lookups: Sendable {
        var served = 0
        var failed = 0
    }

    /// Runs the body while a task makes lookups in a loop.
    fileprivate func whileLookingUp<Result: Sendable>(
        _ ids: [String], _ body: () async throws -> Result
    ) async throws -> (Result, Lookups) {
        try await withThrowingTaskGroup(of: Lookups.self) { group in
            group.addTask {
                var lookups = Lookups()
                while !Task.isCancelled {
                    let id = ids[lookups.served % ids.count]
                    let isServed = (try? await tenant.entitlements(of: id)) != nil
                    if isServed {
                        lookups.served += 1
                    } else if !Task.isCancelled {
                        lookups.failed += 1
                    }
                }
                return lookups
            }
            let result = try await body()
            group.cancelAll()
            return (result, try await group.next() ?? Lookups())
        }
    }

    /// Runs over all app users, shortening the delays after setbacks but not RevenueCat's own.
    fileprivate func readEverybodyInTheEnd() async throws -> JSONValue {
        let id = try await startRun()
        let hasEnded = try await eventually(withinSeconds: 120) {
            await reconciler.workOnRuns()
            try await own.administer(
                """
                update entitlements.run_app_users set due_at = '-infinity'
                 where outcome is null and claim_id is null;
                update entitlements.runs set resting_until = '-infinity';
                """)
            return try await run(id)["ended_at"]?.isNull == false
        }
        #expect(hasEnded)
        return try await run(id)
    }
}
