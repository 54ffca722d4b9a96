import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("settle_deliveries")
struct SettleDeliveriesTests {
    @Test("what fails is repeated later and later, at least each hour, and then switches off")
    func retries() async throws {
        try await Self.withTaken(1) { scratch, tenant, endpoint, lease in
            var moment: Timestamp = "2030-01-01T00:00:00Z"
            let begin = moment
            var lease = lease
            var pauses: [Int64] = []
            while pauses.count < 200 {
                let settled = try await tenant.settle(
                    endpoint, under: lease, [1], status: 503, at: moment)
                let delivery = try await tenant.deliveries(to: endpoint).first
                let next = try #require(
                    delivery?["next_attempt_at"]?.string.flatMap(Timestamp.init(rfc3339:)))
                if settled.first?.offReason != nil { break }
                pauses.append(next.secondsSinceEpoch - moment.secondsSinceEpoch)
                moment = next.advanced(bySeconds: 1)
                let claimed = try await scratch.claimEndpoints(isSlow: true, at: moment)
                try #require(claimed.endpoints == [endpoint])
                lease = claimed.lease
                #expect(try await tenant.take(endpoint, under: lease, at: moment).count == 1)
            }
            let expected: [Int64] = [5, 15, 45, 135, 405, 1_215, 3_600, 3_600]
            for (pause, usual) in zip(pauses, expected) {
                #expect((usual * 3 / 4 - 1...usual * 5 / 4 + 1).contains(pause))
            }
            let days = Double(moment.secondsSinceEpoch - begin.secondsSinceEpoch) / 86_400
            #expect((3.0...3.06).contains(days))
            #expect(Set(pauses.suffix(40)).count > 20, "the pauses differ")
            #expect(try await tenant.endpoint(endpoint)["off_reason"] == "failing")
            let counted = try await scratch.database.call(CountFindings())
            #expect(counted.first { $0.kind == "endpoint_off" }?.findings == 1)
        }
    }

    @Test("an answer of 410 switches it off at once, and nothing more is taken")
    func gone() async throws {
        try await Self.withTaken(3) { scratch, tenant, endpoint, lease in
            let settled = try await tenant.settle(
                endpoint, under: lease, [1], status: 410, isLast: false)
            #expect(settled.map(\.offReason) == ["gone"])
            #expect(try await tenant.take(endpoint, under: lease).isEmpty)
            #expect(try await tenant.endpoint(endpoint)["off_reason"] == "gone")
            let found = try await tenant.database.call(ListFindings(pageLimit: 10), in: tenant.id)
            #expect(found.map(\.count) == [3])
        }
    }

    @Test("a retry that succeeds makes due what else fails, and that is delivered once")
    func back() async throws {
        try await Self.withTaken(4) { scratch, tenant, endpoint, lease in
            let moment: Timestamp = "2030-01-01T00:00:00Z"
            try await tenant.settle(
                endpoint, under: lease, [1, 2, 3, 4], status: 500, at: moment)
            let retry: Timestamp = "2030-01-01T00:01:00Z"
            let second = try await scratch.claimEndpoints(isSlow: true, at: retry)
            _ = try await tenant.take(endpoint, under: second.lease, maximum: 2, at: retry)
            try await tenant.settle(
                endpoint, under: second.lease, [2], status: 500, isLast: false, at: retry)
            try await tenant.settle(endpoint, under: second.lease, [1], at: retry)
            let third = try await scratch.claimEndpoints(at: retry)
            let taken = try await tenant.take(endpoint, under: third.lease, at: retry)
            #expect(taken.map(\.number) == [2, 3, 4])
            try await tenant.settle(endpoint, under: third.lease, [2, 3, 4], at: retry)
            let log = try await tenant.deliveries(to: endpoint)
            #expect(log.map { $0["status"] } == Array(repeating: "delivered", count: 4))
            #expect(log.map { $0["attempts"] } == [2, 2, 3, 2])
            #expect(log.map { $0["first_error"] } == Array(repeating: "status_500", count: 4))
        }
    }

    @Test("a change that always fails is not repeated more often because others succeed")
    func poison() async throws {
        try await Self.withTaken(3) { scratch, tenant, endpoint, lease in
            let moment: Timestamp = "2030-01-01T00:00:00Z"
            try await tenant.settle(
                endpoint, under: lease, [1], status: 500, isLast: false, at: moment)
            try await tenant.settle(endpoint, under: lease, [2, 3], at: moment)
            #expect(try await scratch.claimEndpoints(at: moment).endpoints == [])
            #expect(try await scratch.claimEndpoints(isSlow: true, at: moment).endpoints == [])
        }
    }

    @Test("an endpoint that asks for a pause gets nothing until then, at most for an hour")
    func pause() async throws {
        for (asked, pause) in [(Int32(60), Int64(60)), (90_000, 3_600), (-5, 0)] {
            try await Self.withTaken(2) { scratch, tenant, endpoint, lease in
                let moment: Timestamp = "2030-01-01T00:00:00Z"
                try await tenant.settle(
                    endpoint, under: lease, [1], status: 429, retryAfterSeconds: asked, at: moment)
                let delivery = try await tenant.deliveries(to: endpoint).first
                let next = try #require(
                    delivery?["next_attempt_at"]?.string.flatMap(Timestamp.init(rfc3339:)))
                let delay = next.secondsSinceEpoch - moment.secondsSinceEpoch
                #expect(pause > 0 ? delay == pause : (3...7).contains(delay))
                // A new change waits, too.
                let end = moment.advanced(bySeconds: pause)
                let before = try await scratch.claimEndpoints(
                    isSlow: true, at: end.advanced(bySeconds: -1))
                #expect(before.endpoints == [])
                let after = try await scratch.claimEndpoints(isSlow: true, at: end)
                #expect(after.endpoints == [endpoint])
                let taken = try await tenant.take(endpoint, under: after.lease, at: end)
                #expect(taken.map(\.number) == (pause > 0 ? [1, 2] : [2]))
            }
        }
    }

    @Test("a pause shorter than the usual one shortens nothing, and another URL ends it")
    func pauseEnds() async throws {
        try await Self.withTaken(1) { scratch, tenant, endpoint, lease in
            var (lease, moment) = (lease, Timestamp("2030-01-01T00:00:00Z"))
            for _ in 0..<4 {
                try await tenant.settle(
                    endpoint, under: lease, [1], status: 503, retryAfterSeconds: 2, at: moment)
                moment = moment.advanced(bySeconds: 600)
                lease = try await scratch.claimEndpoints(isSlow: true, at: moment).lease
                #expect(try await tenant.take(endpoint, under: lease, at: moment).count == 1)
            }
            try await tenant.settle(
                endpoint, under: lease, [1], status: 503, retryAfterSeconds: 2, at: moment)
            let soon = moment.advanced(bySeconds: 300)
            #expect(try await scratch.claimEndpoints(isSlow: true, at: soon).endpoints == [])
            let late = moment.advanced(bySeconds: 600)
            let claimed = try await scratch.claimEndpoints(isSlow: true, at: late)
            try await tenant.settle(
                endpoint, under: claimed.lease, [1], status: 503, retryAfterSeconds: 3_000,
                at: late)
            try await tenant.update(endpoint, url: "https://b.example/", at: late)
            #expect(try await scratch.claimEndpoints(at: late).endpoints == [endpoint])
        }
    }

    @Test("with another's lease nothing is noted")
    func lease() async throws {
        try await Self.withTaken(1) { scratch, tenant, endpoint, lease in
            let moment: Timestamp = "2030-01-01T00:00:00Z"
            let second = try await scratch.claimEndpoints(at: moment)
            #expect(second.endpoints == [endpoint])
            #expect(try await tenant.settle(endpoint, under: lease, [1]).isEmpty)
            #expect(try await tenant.deliveries(to: endpoint).isEmpty)
            let settled = try await tenant.settle(endpoint, under: second.lease, [1])
            #expect(settled.map(\.offReason) == [nil])
            let again = try await tenant.settle(endpoint, under: second.lease, [1])
            #expect(again.count == 1)
            #expect(try await tenant.endpoint(endpoint)["handed_over_number"] == 1)
        }
    }

    /// Lends an endpoint whose worker has taken these changes under the lease.
    private static func withTaken(
        _ count: Int,
        _ body: (ScratchDatabase, TestTenant, UUID, UUID) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(count, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            #expect(try await tenant.take(endpoint, under: lease).count == count)
            try await body(scratch, tenant, endpoint, lease)
        }
    }
}
