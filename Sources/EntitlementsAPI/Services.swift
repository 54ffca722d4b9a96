import Deliveries
import EntitlementsDatabase
import Prometheus

/// What the routes work with; each area's folder has its routes.
struct Services: Sendable {
    let database: Database
    let gate: WebhookGate
    let snapshots: SubjectSnapshots
    let wait: PurchaseWait
    let changes: ChangeWait
    let deliveries: DeliverySender
    let codes: SecretCodes
    let keys: KeyAuthentication
    let endUsers: EndUserAuthentication
    let readiness: @Sendable () async -> [ReadinessCheck]
    let registry: PrometheusRegistry
    let servesMetrics: Bool

    var signingKeys: SigningKeyDirectory {
        SigningKeyDirectory(
            database: database, cache: endUsers.tenants.cache,
            secretBox: endUsers.tenants.secretBox)
    }

    /// The table of all routes.
    var routes: RouteTable {
        RouteTable(
            joining: [
                routesOfHealth, routesOfWebhooks, routesOfPurchases, routesOfCatalog,
                routesOfAppUsers, routesOfHouseholds, routesOfLimits, routesOfCodes,
                routesOfReconciliation, routesOfChanges, routesOfEndpoints, routesOfTenants,
                routesOfDocuments,
            ])
    }
}
