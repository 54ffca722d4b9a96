import Deliveries
import Entitlements
import EntitlementsDatabase
import Prometheus
import Reconciliation
import Tokens

extension Services {
    /// Makes what the routes need, for a server or for a command.
    init(
        configuration: APIConfiguration, database: Database, secretBox: SecretBox,
        credentials: CredentialCache, snapshots: SharedSnapshots, keySets: KeySets,
        transactions: AwaitedTransactions, changes: ChangeFeed, deliveries: DeliverySender,
        readiness: @escaping @Sendable () async -> [ReadinessCheck],
        registry: PrometheusRegistry, now: @escaping @Sendable () -> Timestamp,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        let tenants = TenantDirectory(database: database, cache: credentials, secretBox: secretBox)
        let snapshots = SubjectSnapshots(snapshots)
        self.init(
            database: database,
            gate: WebhookGate(
                tenants, registry, admitsUnconfigured: configuration.isDevelopment, now: now),
            snapshots: snapshots,
            wait: PurchaseWait(
                database: database, transactions: transactions, snapshots: snapshots),
            changes: ChangeWait(database: database, feed: changes), deliveries: deliveries,
            codes: SecretCodes(secretBox: secretBox, randomBytes: randomBytes),
            keys: KeyAuthentication(database: database, cache: credentials, tenants: tenants),
            endUsers: EndUserAuthentication(
                database: database, tenants: tenants,
                tokens: TokenDirectory(
                    database: database, cache: credentials, secretBox: secretBox,
                    keySets: keySets),
                rates: EndUserRates(), refusals: RefusedTokens(registry: registry), now: now),
            readiness: readiness, registry: registry, servesMetrics: configuration.servesMetrics)
    }
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
