import Curl
import Deliveries
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Reconciliation
import RevenueCat
import Tokens
import Traces

extension DatabaseOption.Installation {
    /// Lends the operations of the API for a tenant, with what sends their requests to others.
    ///
    /// Without an encryption key, no operation can seal or open a secret.
    func withAPI<Result: Sendable>(
        of tenant: TenantID, _ body: (TenantAPI) async throws -> Result
    ) async throws -> Result {
        let secretBox = configuration.secretBox ?? .withoutKey
        return try await withHTTP { http in
            let clock = RevenueCatClock(timeOfDay: systemTime)
            let upstreams = Upstreams(
                database: database, secretBox: secretBox, http: http,
                serverURL: configuration.revenueCatURL, clock: clock)
            let snapshots = SnapshotReader(
                database: database, upstreams: upstreams, clock: clock, traces: .off,
                logger: logger)
            let keySets = KeySets(
                http: http, allowsLoopback: isDevelopment, now: monotonicTime
            ) { _, _ in }
            let api = OperatorAPI(
                configuration: configuration.api, database: database, secretBox: secretBox,
                snapshots: SharedSnapshots(snapshots), keySets: keySets,
                deliveries: DeliverySender(
                    database: database, secretBox: secretBox, http: http,
                    isDevelopment: isDevelopment, now: systemTime),
                logger: logger)
            return try await body(TenantAPI(api: api, tenant: tenant))
        }
    }
}
