import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("pause_upstream")
struct PauseUpstreamTests {
    private let start: Timestamp = "2026-12-01T10:00:00Z"

    @Test("a pause grants no requests, and returns the time until its end")
    func paused() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        let other = try await TestTenant.takingSnapshots()
        try await tenant.pause(30, at: start)
        for isUrgent in [false, true] {
            let early = try await tenant.take(
                1, isUrgent: isUrgent, at: start.advanced(bySeconds: 29))
            #expect(early?.granted == 0)
            #expect(early?.retryAfterMilliseconds == 1_000)
        }
        #expect(try await other.take(1, at: start)?.granted == 1)
        #expect(try await tenant.take(1, at: start.advanced(bySeconds: 30))?.granted == 1)
    }

    @Test("the longest of several pauses counts, in any order")
    func longest() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        for seconds in [10, 30, 20, 30] as [Int32] { try await tenant.pause(seconds, at: start) }
        #expect(try await tenant.take(1, at: start.advanced(bySeconds: 29))?.granted == 0)
        #expect(try await tenant.take(1, at: start.advanced(bySeconds: 30))?.granted == 1)
    }

    @Test("simultaneous pauses end with the longest")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstream(sealed(1))
        let start = start
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in Int32(1)...16 {
                group.addTask { try await tenant.pause(seconds, at: start) }
            }
            try await group.waitForAll()
        }
        #expect(try await tenant.take(1, at: start.advanced(bySeconds: 15))?.granted == 0)
        #expect(try await tenant.take(1, at: start.advanced(bySeconds: 16))?.granted == 1)
    }

    @Test("a tenant without a key has nothing to pause")
    func withoutKey() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.pause(30, at: start)
        #expect(try await tenant.take(1, at: start) == nil)
    }
}

extension TestTenant {
    func pause(_ seconds: Int32, at moment: Timestamp? = nil) async throws {
        _ = try await database.callOne(
            PauseUpstream(seconds: seconds, reason: .rateLimited, asOf: moment), in: id)
    }
}
