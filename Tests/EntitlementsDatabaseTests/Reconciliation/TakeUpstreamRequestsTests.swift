import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("take_upstream_requests")
struct TakeUpstreamRequestsTests {
    private let start: Timestamp = "2026-12-01T10:00:00Z"

    @Test("a tenant without a key is granted nothing")
    func withoutKey() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await tenant.take(1) == nil)
    }

    @Test("background requests leave a quarter of the bucket to urgent ones")
    func urgent() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        #expect(try await tenant.take(600_000, atLeast: 1, at: start)?.granted == 9)
        let later = try await tenant.take(1, at: start)
        #expect(later?.granted == 0)
        #expect((1...129).contains(later?.retryAfterMilliseconds ?? 0))
        #expect(try await tenant.take(3, isUrgent: true, at: start)?.granted == 3)
        #expect(try await tenant.take(1, isUrgent: true, at: start)?.granted == 0)
    }

    @Test("a grant is all or nothing, unless atLeast allows less; a refusal says when")
    func whenAgain() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        _ = try await tenant.take(10, isUrgent: true, at: start)
        let refused = try await tenant.take(3, isUrgent: true, at: start)
        #expect(refused?.granted == 0)
        #expect(try await tenant.take(3, atLeast: 1, isUrgent: true, at: start)?.granted == 2)
        // The smaller grant added two requests to the debt after the wait was computed.
        let wait = try #require(refused).retryAfterMilliseconds
        let then = start.advanced(byMilliseconds: Int64(wait) + 2 * 129)
        #expect(try await tenant.take(3, isUrgent: true, at: then)?.granted == 3)
    }

    @Test(
        "grants per minute come close to the tenant's limit, and never exceed it",
        arguments: [10, 60, 480, 6_000])
    func minute(requestsPerMinute: Int) async throws {
        let tenant = try await TestTenant.takingSnapshots {
            $0.snapshotPolicy.requestsPerMinute = requestsPerMinute
        }
        var granted: [Timestamp] = []
        var now = start
        let end = start.advanced(bySeconds: 150)
        // Each refused call repeats after its wait, which is the fastest possible use.
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

    @Test("an unused bucket is full, and no fuller")
    func full() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        for day in Int64(0)..<3 {
            let taken = try await tenant.take(
                1_000, atLeast: 1, isUrgent: true, at: start.advanced(byDays: day))
            #expect(taken?.granted == 12)
        }
    }

    @Test("a changed limit applies at once")
    func newRate() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        _ = try await tenant.take(12, isUrgent: true, at: start)
        try await tenant.apply { $0.snapshotPolicy.requestsPerMinute = 48_000 }
        let then = start.advanced(byMilliseconds: 100)
        let taken = try await tenant.take(10_000, atLeast: 1, isUrgent: true, at: then)
        #expect((70...80).contains(taken?.granted ?? 0))
    }

    @Test("forty simultaneous calls are granted the bucket's size")
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
    /// Creates a tenant with an upstream key.
    static func takingSnapshots(
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
