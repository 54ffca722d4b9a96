import Synchronization
import Testing

@testable import EntitlementsAPI

@Suite("The cache of authentication")
struct ExpiringCacheTests {
    /// A clock that a test advances.
    private final class Clock: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        @Sendable func now() -> ContinuousClock.Instant { instant.withLock { $0 } }

        func advance(by duration: Duration) {
            instant.withLock { $0 = $0.advanced(by: duration) }
        }
    }

    private let clock = Clock()

    private func cache(maximumEntries: Int = 10) -> ExpiringCache<String, Int> {
        ExpiringCache(lifetime: .seconds(60), maximumEntries: maximumEntries, now: clock.now)
    }

    @Test("an entry is loaded once in its lifetime, and again after it")
    func lifetime() async throws {
        let cache = cache()
        #expect(try await cache.value(for: "a") { 1 } == 1)
        clock.advance(by: .seconds(59))
        #expect(try await cache.value(for: "a") { 2 } == 1)
        clock.advance(by: .seconds(1))
        #expect(try await cache.value(for: "a") { 3 } == 3)
    }

    @Test("an absent value is not cached")
    func nothing() async throws {
        let cache = cache()
        #expect(try await cache.value(for: "a") { nil } == nil)
        #expect(try await cache.value(for: "a") { 1 } == 1)
    }

    @Test("forgetAll drops all entries, and those being loaded")
    func forgotten() async throws {
        let cache = cache()
        _ = try await cache.value(for: "a") { 1 }
        cache.forgetAll()
        let stale = try await cache.value(for: "a") {
            cache.forgetAll()
            return 2
        }
        #expect(stale == 2)
        #expect(try await cache.value(for: "a") { 3 } == 3)
    }

    @Test("the cache never exceeds its limit")
    func limit() async throws {
        let cache = cache(maximumEntries: 2)
        for (index, key) in ["a", "b", "c"].enumerated() {
            _ = try await cache.value(for: key) { index }
        }
        #expect(try await cache.value(for: "c") { 9 } == 2)
        #expect(try await cache.value(for: "a") { 9 } == 9)
    }

    @Test("a failed load is not cached")
    func failure() async throws {
        struct Lost: Error {}
        let cache = cache()
        await #expect(throws: Lost.self) { try await cache.value(for: "a") { throw Lost() } }
        #expect(try await cache.value(for: "a") { 1 } == 1)
    }
}
