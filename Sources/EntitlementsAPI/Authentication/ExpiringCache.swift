import Synchronization

/// A bounded map whose entries are forgotten after a while, or all at once when told to.
///
/// It holds what authentication needs on every request, so that a request costs no query for it.
/// The lifetime is the second net: the first is the database telling us that something changed.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let expiry: ContinuousClock.Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// Counts the times everything was forgotten.
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

    /// The value kept for the key, or else the one that is loaded.
    ///
    /// Nothing found is not kept: whoever guesses would fill the cache with what does not exist.
    func value(for key: Key, load: () async throws -> Value?) async throws -> Value? {
        let asked = now()
        let (kept, generation) = state.withLock { ($0.entries[key], $0.generation) }
        if let kept, asked < kept.expiry { return kept.value }
        guard let loaded = try await load() else { return nil }
        state.withLock { state in
            // What was read before everything was forgotten may be what had to be forgotten.
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
