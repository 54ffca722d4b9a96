import EntitlementsDatabase
import Synchronization

/// A bounded map whose entries expire, or are removed all at once.
///
/// It saves authentication a query on each request. Normally the database signals a change; the
/// lifetime is the fallback.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let expiry: ContinuousClock.Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// Counts how often all entries were removed.
        var generation = 0
    }

    private let lifetime: Duration
    private let maximumEntries: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(
        lifetime: Duration, maximumEntries: Int,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.lifetime = lifetime
        self.maximumEntries = maximumEntries
        self.now = now
    }

    /// Returns the cached value, or loads it.
    ///
    /// A missing value is not cached, so that guesses cannot fill the cache.
    func value(for key: Key, load: () async throws -> Value?) async throws -> Value? {
        let asked = now()
        let (kept, generation) = state.withLock { ($0.entries[key], $0.generation) }
        if let kept, asked < kept.expiry { return kept.value }
        // A replica may not have yet what emptied the cache.
        guard let loaded = try await LookupReads.$current.withValue(nil, operation: load)
        else { return nil }
        state.withLock { state in
            // The value may have been read before the change that emptied the cache.
            guard state.generation == generation else { return }
            if state.entries.count >= maximumEntries { makeRoom(in: &state, at: asked) }
            state.entries[key] = Entry(value: loaded, expiry: asked + lifetime)
        }
        return loaded
    }

    func forgetAll() {
        state.withLock { state in
            state.entries.removeAll()
            state.generation += 1
        }
    }

    private func makeRoom(in state: inout State, at asked: ContinuousClock.Instant) {
        state.entries = state.entries.filter { asked < $0.value.expiry }
        if state.entries.count >= maximumEntries { state.entries.removeAll() }
    }
}
