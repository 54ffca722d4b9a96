package import Curl
package import Entitlements
package import EntitlementsDatabase
package import RevenueCat
import Synchronization

/// Whom to ask about each tenant's people: one client a tenant, which remembers how its server is.
///
/// Whoever listens to the database calls `forgetAll()` when a tenant or a key changed, and when the
/// listening was interrupted.
package final class Upstreams: Sendable {
    private struct State {
        var clients: [TenantID: RevenueCatClient] = [:]
        /// Counts the times everything was forgotten.
        var generation = 0
    }

    private let database: Database
    private let secretBox: SecretBox
    private let http: HTTPClient
    private let serverURL: String
    private let clock: RevenueCatClock
    private let state = Mutex(State())

    /// The HTTP client must be running when somebody is asked about.
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

    /// Nil where the tenant has no key.
    ///
    /// Throws `internal` for a key that was sealed with another encryption key.
    package func client(of tenant: TenantID) async throws -> RevenueCatClient? {
        let (kept, generation) = state.withLock { ($0.clients[tenant], $0.generation) }
        if let kept { return kept }
        guard let row = try await database.call(GetUpstream(), in: tenant).first else { return nil }
        let client = try client(of: tenant, row)
        return state.withLock { state in
            // What was read before everything was forgotten may be what had to be forgotten.
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
        // The database holds that v2 has a project.
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
