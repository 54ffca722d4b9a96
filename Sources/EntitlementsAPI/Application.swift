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
    let tenants = TenantDirectory(database: database, cache: credentials, secretBox: secretBox)
    let gate = WebhookGate(
        tenants, registry, admitsUnconfigured: configuration.isDevelopment, now: now)
    let endUsers = EndUserAuthentication(
        database: database, tenants: tenants,
        tokens: TokenDirectory(
            database: database, cache: credentials, secretBox: secretBox, keySets: keySets),
        rates: EndUserRates(), refusals: RefusedTokens(registry: registry), now: now)
    let keys = KeyAuthentication(database: database, cache: credentials, tenants: tenants)
    let snapshots = SubjectSnapshots(snapshots)
    let services = Services(
        database: database, gate: gate, snapshots: snapshots,
        wait: PurchaseWait(database: database, transactions: transactions, snapshots: snapshots),
        changes: ChangeWait(database: database, feed: changes), deliveries: deliveries,
        codes: SecretCodes(secretBox: secretBox, randomBytes: randomBytes), keys: keys,
        endUsers: endUsers, readiness: readiness, registry: registry,
        servesMetrics: configuration.servesMetrics)
    let table = services.routes
    let requestMetrics = services.requestMetrics(of: table, configuration)
    let responder = APIResponder(
        table: table, keys: keys, endUsers: endUsers,
        crossOrigin: CrossOrigin(tenants: tenants),
        console: services.console(over: table, configuration, now: now),
        metrics: requestMetrics, traces: traces, maximumBodyBytes: configuration.maximumBodyBytes)
    return HTTPServer.guarded(
        configuration, logger: logger, now: now,
        onRefusal: { requestMetrics.refused(status: $0.code.httpStatus) },
        onRunning: onServerRunning
    ) { await responder.respond(to: $0, on: $1) }
}

extension WebhookGate {
    fileprivate init(
        _ tenants: TenantDirectory, _ registry: PrometheusRegistry, admitsUnconfigured: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.init(
            tenants: tenants, metrics: WebhookMetrics(registry: registry),
            refusals: RefusedWebhooks(database: tenants.database),
            unknownProducts: UnknownProducts(), admitsUnconfigured: admitsUnconfigured, now: now)
    }
}
