package import Curl
package import Entitlements
import Synchronization

/// The key sets of recently used issuers, each fetched once for all callers.
///
/// They outlive the cached tenants, because a change of a tenant does not change its issuers' keys.
package final class KeySets: Sendable {
    private struct Place: Hashable {
        let url: KeySetURL
        let algorithms: Set<TokenAlgorithm>
    }

    private struct State {
        var keySets: [Place: (keySet: KeySet, lastUse: Int)] = [:]
        var uses = 0
    }

    private let source: KeySetSource
    private let now: @Sendable () -> ContinuousClock.Instant
    private let onFailure: @Sendable (KeySetURL, KeySetError) -> Void
    private let state = Mutex(State())

    static let maximumKeySets = 1_000

    /// The HTTP client must be running when a token is verified.
    ///
    /// `allowsLoopback` is for development: it allows keys from the loopback interface, also
    /// without encryption. Other private addresses are always refused.
    ///
    /// `onFailure` receives each failed fetch. Earlier keys stay valid for a limited time.
    package init(
        http: HTTPClient, allowsLoopback: Bool,
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        onFailure: @escaping @Sendable (KeySetURL, KeySetError) -> Void
    ) {
        source = KeySetSource(http: http, allowsLoopback: allowsLoopback)
        self.now = now
        self.onFailure = onFailure
    }

    /// Returns the key set of this address, limited to the algorithms.
    package func keySet(at url: KeySetURL, for algorithms: Set<TokenAlgorithm>) -> KeySet {
        let place = Place(url: url, algorithms: algorithms)
        return state.withLock { state in
            state.uses += 1
            if state.keySets[place] == nil, state.keySets.count >= Self.maximumKeySets,
                let oldest = state.keySets.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.keySets[oldest.key] = nil
            }
            let keySet = state.keySets[place]?.keySet ?? keySet(at: place)
            state.keySets[place] = (keySet, state.uses)
            return keySet
        }
    }

    /// Fetches an issuer's keys now; throws if there is none to use.
    package func fetch(
        _ url: KeySetURL, for algorithms: Set<TokenAlgorithm>
    ) async throws(KeySetError) {
        _ = try await source.fetch(url, for: algorithms)
    }

    private func keySet(at place: Place) -> KeySet {
        KeySet(now: now) { [source, onFailure] () async throws(KeySetError) in
            do throws(KeySetError) {
                return try await source.fetch(place.url, for: place.algorithms)
            } catch {
                if !Task.isCancelled { onFailure(place.url, error) }
                throw error
            }
        }
    }
}
