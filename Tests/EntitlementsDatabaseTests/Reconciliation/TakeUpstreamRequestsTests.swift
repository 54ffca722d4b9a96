import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("take_upstream_requests")
struct TakeUpstreamRequestsTests {
    private let start: Timestamp = "2026-12-01T10:00:00Z"

    @Test("without a key there is nothing to take")
    func withoutKey() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await tenant.take(1) == nil)
    }

    @Test("what nobody waits for leaves a quarter of the bucket to somebody who does")
    func urgent() async throws {
        let tenant = try await TestTenant.reading()
        #expect(try await tenant.take(600_000, atLeast: 1, at: start)?.granted == 9)
        let later = try await tenant.take(1, at: start)
        #expect(later?.granted == 0)
        #expect((1...129).contains(later?.retryAfterMilliseconds ?? 0))
        #expect(try await tenant.take(3, isUrgent: true, at: start)?.granted == 3)
        #expect(try await tenant.take(1, isUrgent: true, at: start)?.granted == 0)
    }

    @Test("all or nothing, unless less will do; and it says when there will be as many")
    func whenAgain() async throws {
        let tenant = try await TestTenant.reading()
        _ = try await tenant.take(10, isUrgent: true, at: start)
        let refused = try await tenant.take(3, isUrgent: true, at: start)
        #expect(refused?.granted == 0)
        #expect(try await tenant.take(3, atLeast: 1, isUrgent: true, at: start)?.granted == 2)
        // Two more are owed now than when it was said.
        let wait = try #require(refused).retryAfterMilliseconds
        let then = start.advanced(byMilliseconds: Int64(wait) + 2 * 129)
        #expect(try await tenant.take(3, isUrgent: true, at: then)?.granted == 3)
    }

    @Test(
        "never more than the tenant's within any minute, and hardly less",
        arguments: [10, 60, 480, 6_000])
    func minute(requestsPerMinute: Int) async throws {
        let tenant = try await TestTenant.reading {
            $0.readBack.requestsPerMinute = requestsPerMinute
        }
        var granted: [Timestamp] = []
        var now = start
        let end = start.advanced(bySeconds: 150)
        // Whoever is refused asks again when told, which is the fastest that anybody can ask.
        while now < end {
            let taken = try #require(
                try await tenant.take(1_000, atLeast: 1, isUrgent: true, at: now))
            granted += Array(repeating: now, count: Int(taken.granted))
            now = now.advanced(
                byMilliseconds: max(1_000, Int64(taken.retryAfterMilliseconds)))
        }
        for first in granted.indices where first + requestsPerMinute < granted.count {
            let last = granted[first + requestsPerMinute]
            #expect(last >= granted[first].advanced(bySeconds: 60))
        }
        let bucket = max(4, requestsPerMinute / 40)
        #expect(granted.count >= (bucket + (requestsPerMinute - bucket) * 5 / 2) * 95 / 100)
    }

    @Test("a bucket that nobody took from is full, and no fuller")
    func full() async throws {
        let tenant = try await TestTenant.reading()
        for day in Int64(0)..<3 {
            let taken = try await tenant.take(
                1_000, atLeast: 1, isUrgent: true, at: start.advanced(byDays: day))
            #expect(taken?.granted == 12)
        }
    }

    @Test("a new tenant file counts at once")
    func newRate() async throws {
        let tenant = try await TestTenant.reading()
        _ = try await tenant.take(12, isUrgent: true, at: start)
        try await tenant.apply { $0.readBack.requestsPerMinute = 48_000 }
        let then = start.advanced(byMilliseconds: 100)
        let taken = try await tenant.take(10_000, atLeast: 1, isUrgent: true, at: then)
        #expect((70...80).contains(taken?.granted ?? 0))
    }

    @Test("of forty that take at once, as many are granted as there are")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstream(sealed(1))
        let start = start
        let granted = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await tenant.take(1, isUrgent: true, at: start)?.granted ?? 0
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(granted == 12)
    }
}

extension TestTenant {
    /// A tenant with a key.
    static func reading(
        in ownDatabase: Database? = nil,
        _ change: (inout TenantDefinition) -> Void = { _ in }
    ) async throws -> TestTenant {
        let tenant = try await create(in: ownDatabase, change)
        try await tenant.setUpstream(sealed(1))
        return tenant
    }

    func take(
        _ requests: Int32, atLeast: Int32? = nil, isUrgent: Bool = false,
        at moment: Timestamp? = nil
    ) async throws -> TakeUpstreamRequests.Row? {
        try await database.call(
            TakeUpstreamRequests(
                requests: requests, atLeast: atLeast ?? requests, isUrgent: isUrgent,
                asOf: moment),
            in: id
        ).first
    }
}

extension Timestamp {
    func advanced(byMilliseconds milliseconds: Int64) -> Timestamp {
        Timestamp(
            microsecondsSinceEpoch: microsecondsSinceEpoch + milliseconds * 1_000) ?? self
    }
}
