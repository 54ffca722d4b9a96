package import Curl
package import Entitlements
package import EntitlementsDatabase
package import RevenueCat
import Synchronization

/// Caches one RevenueCat client for each tenant, with its circuit breaker.
///
/// Call `forgetAll()` when a tenant or a key changed, and after `LISTEN` was interrupted.
package final class Upstreams: Sendable {
    private struct State {
        var clients: [TenantID: RevenueCatClient] = [:]
        /// Counts the calls of `forgetAll`.
        var generation = 0
    }

    private let database: Database
    private let secretBox: SecretBox
    private let http: HTTPClient
    private let serverURL: String
    private let clock: RevenueCatClock
    private let state = Mutex(State())

    /// The HTTP client must be running before the first request.
    package init(
        database: Database, secretBox: SecretBox, http: HTTPClient,
        serverURL: String = RevenueCatSettings.defaultServerURL, clock: RevenueCatClock
    ) {
        self.database = database
        self.secretBox = secretBox
        self.http = http
        self.serverURL = serverURL
        self.clock = clock
    }

    /// Returns the tenant's client; nil without a key.
    ///
    /// Throws `internal` if the key was sealed with another encryption key.
    package func client(of tenant: TenantID) async throws -> RevenueCatClient? {
        let (kept, generation) = state.withLock { ($0.clients[tenant], $0.generation) }
        if let kept { return kept }
        guard let row = try await database.call(GetUpstream(), in: tenant).first else { return nil }
        let client = try client(of: tenant, row)
        return state.withLock { state in
            // `forgetAll` ran since the row was read: the row may be stale, so do not cache it.
            guard state.generation == generation else { return client }
            if let first = state.clients[tenant] { return first }
            state.clients[tenant] = client
            return client
        }
    }

    package func forgetAll() {
        state.withLock { state in
            state.clients.removeAll()
            state.generation += 1
        }
    }

    private func client(
        of tenant: TenantID, _ row: GetUpstream.Row
    ) throws(Failure) -> RevenueCatClient {
        let key = try secretBox.open(
            row.sealedKey, for: UpstreamKey.sealingContext(of: tenant))
        // A constraint in the database requires a project for v2.
        let version = row.project.flatMap {
            row.api == "v2" ? RevenueCatSettings.APIVersion.v2(projectID: $0) : nil
        }
        return RevenueCatClient(
            http: http,
            settings: RevenueCatSettings(
                apiVersion: version ?? .v1, apiKey: String(decoding: key, as: UTF8.self),
                serverURL: serverURL),
            breaker: CircuitBreaker(), clock: clock)
    }
}
