package import Deliveries
package import Entitlements
package import EntitlementsDatabase
import HTTPServer
package import Logging
package import Prometheus
package import Reconciliation
package import ServiceLifecycle
package import Tokens
package import Traces

/// Builds the API as one service: its routes behind their guards, on one port.
///
/// - Parameters:
///   - configuration: The address and the limits.
///   - database: The source of all answers.
///   - secretBox: Opens the secrets of webhooks and token issuers, and derives codes again.
///   - credentials: The cache of authentication; the owner invalidates it when a key or a tenant
///     changes.
///   - snapshots: Take snapshots from RevenueCat while a caller waits.
///   - keySets: The public keys of the tenants' token issuers.
///   - transactions: The requests that wait for a purchase; the owner runs it.
///   - changes: The readers of the change log; the owner runs it.
///   - deliveries: Sends test messages to endpoints.
///   - readiness: The checks of `/readyz`.
///   - registry: The metrics of `/metrics`; the caller bootstraps `MetricsSystem` with the same
///     registry.
///   - traces: Record requests, if traces are on.
///   - logger: Receives failures that callers must not see.
///   - now: The time for checking webhook signatures and tokens. The database's clock decides
///     access.
///   - randomBytes: The randomness of secret codes; must be unpredictable.
///   - onServerRunning: Called with the port once it is bound.
/// - Returns: The service; it serves until it is cancelled or stopped gracefully.
package func buildApplication(
    configuration: APIConfiguration,
    database: Database,
    secretBox: SecretBox,
    credentials: CredentialCache = CredentialCache(),
    snapshots: SharedSnapshots,
    keySets: KeySets,
    transactions: AwaitedTransactions,
    changes: ChangeFeed,
    deliveries: DeliverySender,
    readiness: @escaping @Sendable () async -> [ReadinessCheck],
    metrics registry: PrometheusRegistry,
    traces: Traces = .off,
    logger: Logger,
    now: @escaping @Sendable () -> Timestamp = systemTime,
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = systemRandomBytes,
    onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some Service {
    let services = Services(
        configuration: configuration, database: database, secretBox: secretBox,
        credentials: credentials, snapshots: snapshots, keySets: keySets,
        transactions: transactions, changes: changes, deliveries: deliveries,
        readiness: readiness, registry: registry, now: now, randomBytes: randomBytes)
    let table = services.routes
    let requestMetrics = services.requestMetrics(of: table, configuration)
    let responder = APIResponder(
        table: table, keys: services.keys, endUsers: services.endUsers,
        crossOrigin: CrossOrigin(tenants: services.keys.tenants),
        console: services.console(over: table, configuration, now: now),
        metrics: requestMetrics, traces: traces, maximumBodyBytes: configuration.maximumBodyBytes)
    return HTTPServer.guarded(
        configuration, logger: logger, now: now,
        onRefusal: { requestMetrics.refused(status: $0.code.httpStatus) },
        onRunning: onServerRunning
    ) { await responder.respond(to: $0, on: $1) }
}
