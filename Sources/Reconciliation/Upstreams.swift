package import Curl
package import Entitlements
package import EntitlementsDatabase
package import RevenueCat
import Synchronization

/// Caches one RevenueCat client for each tenant, with its circuit breaker.
///
/// Call `forgetAll()` when a tenant or a key changed, and after `LISTEN` was interrupted.
package final class Upstreams: Sendable {
    /// A tenant's key and the client that sends it.
    struct Access: Sendable {
        let sealedKey: [UInt8]
        /// Nil if the key was sealed with another encryption key.
        let client: RevenueCatClient?
    }

    private struct State {
        var accesses: [TenantID: Access] = [:]
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
    /// Throws `secret_unreadable` if the key was sealed with another encryption key.
    package func client(of tenant: TenantID) async throws -> RevenueCatClient? {
        guard let access = try await access(of: tenant) else { return nil }
        guard let client = access.client else {
            throw Failure(
                .secretUnreadable, "The RevenueCat API key was sealed with another key.")
        }
        return client
    }

    /// Returns the tenant's key and client; nil without a key.
    func access(of tenant: TenantID) async throws -> Access? {
        let (kept, generation) = state.withLock { ($0.accesses[tenant], $0.generation) }
        if let kept { return kept }
        guard let row = try await database.call(GetUpstream(), in: tenant).first else { return nil }
        let access = Access(
            sealedKey: row.sealedKey, client: try? client(of: tenant, row))
        return state.withLock { state in
            // `forgetAll` ran since the row was read: the row may be stale, so do not cache it.
            guard state.generation == generation else { return access }
            if let first = state.accesses[tenant] { return first }
            state.accesses[tenant] = access
            return access
        }
    }

    /// Forgets a key that was replaced, if it is still the tenant's here.
    func forget(_ access: Access, of tenant: TenantID) {
        state.withLock { state in
            guard state.accesses[tenant]?.sealedKey == access.sealedKey else { return }
            state.accesses[tenant] = nil
            state.generation += 1
        }
    }

    package func forgetAll() {
        state.withLock { state in
            state.accesses.removeAll()
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
