package import Deliveries
package import Entitlements
package import EntitlementsDatabase
package import Hummingbird
package import Logging
import NIOCore
package import Prometheus
package import Reconciliation
package import Tokens

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
    logger: Logger,
    now: @escaping @Sendable () -> Timestamp = systemTime,
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = systemRandomBytes,
    onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some ApplicationProtocol {
    let tenants = TenantDirectory(database: database, cache: credentials, secretBox: secretBox)
    let gate = WebhookGate(
        tenants: tenants, metrics: WebhookMetrics(registry: registry),
        refusals: RefusedWebhooks(database: database), unknownProducts: UnknownProducts(),
        admitsUnconfigured: configuration.isDevelopment, now: now)
    let endUsers = EndUserAuthentication(
        database: database, tenants: tenants,
        tokens: TokenDirectory(
            database: database, cache: credentials, secretBox: secretBox, keySets: keySets),
        rates: EndUserRates(), refusals: RefusedTokens(registry: registry), now: now)
    let keys = KeyAuthentication(database: database, cache: credentials, tenants: tenants)
    let table = routeTable(
        database: database, gate: gate, snapshots: snapshots,
        wait: PurchaseWait(database: database, transactions: transactions, snapshots: snapshots),
        changes: ChangeWait(database: database, feed: changes), deliveries: deliveries,
        codes: SecretCodes(secretBox: secretBox, randomBytes: randomBytes), keys: keys,
        endUsers: endUsers, readiness: readiness,
        registry: configuration.servesMetrics ? registry : nil)
    let requestMetrics = RequestMetrics(registry: registry, routes: table.routes)
    return Application(
        responder: APIResponder(
            table: table, keys: keys, endUsers: endUsers,
            crossOrigin: CrossOrigin(tenants: tenants), metrics: requestMetrics,
            maximumBodyBytes: configuration.maximumBodyBytes),
        server: .guardedHTTP1(configuration) { requestMetrics.refused(status: $0.code.httpStatus) },
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port)),
        onServerRunning: { channel in await onServerRunning(channel.localAddress?.port ?? 0) },
        logger: logger)
}

/// Builds the table of all routes; without a registry, there is no `/metrics`.
func routeTable(
    database: Database, gate: WebhookGate, snapshots: SharedSnapshots, wait: PurchaseWait,
    changes: ChangeWait, deliveries: DeliverySender, codes: SecretCodes, keys: KeyAuthentication,
    endUsers: EndUserAuthentication,
    readiness: @escaping @Sendable () async -> [ReadinessCheck], registry: PrometheusRegistry?
) -> RouteTable {
    let metrics =
        registry.map { RouteTable(routes: [.getMetrics($0)]) } ?? RouteTable(routes: [])
    let people = RouteTable(routes: [
        .createAppUser(database, codes),
        .identifyAppUser(database, endUsers),
        .createMergeTicket(database, codes),
        .undoMerge(database),
        .getAppUser(database),
        .eraseAppUser(database, changes.feed),
        .exportAppUser(database),
        .listOrphans(database),
        .claimOrphan(database, endUsers),
        .syncAppUser(database, snapshots),
        .listAuditEntries(database),
    ])
    let others = RouteTable(routes: [
        .getLiveness(),
        .getReadiness(readiness),
        .receiveWebhookEvent(WebhookIntake(database: database), gate),
        .getEntitlements(database, wait),
        .listTransactions(database),
        .getEntitlement(database),
        .checkEntitlements(database),
        .getFeature(database),
        .getFeatures(database),
        .listFindings(database),
        .putCatalog(database),
        .getWebhookStatus(database),
        .listWebhookEvents(database),
        .getWebhookEvent(database),
        .retryWebhookEvent(database),
    ])
    return RouteTable(
        joining: [
            metrics, others, people, routesOfDocuments(),
            routesOfGrants(database), routesOfRuns(database),
            routesOfHouseholds(database, codes), routesOfLimits(database),
            routesOfCodes(database, codes), routesOfChanges(changes, keys, endUsers),
            routesOfEndpoints(database, deliveries, codes),
            routesOfEndUsers(database, endUsers, EndUserSnapshot(snapshots), wait, codes),
        ])
}

/// The routes of the documentation, which any caller may read.
private func routesOfDocuments() -> RouteTable {
    RouteTable(routes: [
        .getHome(),
        .listDocuments(),
        .getDocument(),
        .getOperationDocument(),
        .getErrorDocument(),
        .getOpenAPI(),
    ])
}

/// The routes of grants, offers, notices, and subscribers as RevenueCat shows them.
private func routesOfGrants(_ database: Database) -> RouteTable {
    RouteTable(routes: [
        .createGrant(database),
        .listGrants(database),
        .getSubscriber(database),
        .getNotices(database),
        .dismissNotice(database),
        .revokeGrant(database),
        .listOffers(database),
    ])
}

/// The routes of runs.
private func routesOfRuns(_ database: Database) -> RouteTable {
    RouteTable(routes: [
        .startRun(database),
        .listRuns(database),
        .getRun(database),
        .listDrift(database),
        .cancelRun(database),
    ])
}

/// The routes of limits and credits.
private func routesOfLimits(_ database: Database) -> RouteTable {
    let uses = RequestIntake<UseLimits>(database: database)
    return RouteTable(routes: [
        .getLimits(database),
        .listUses(database),
        .listUndeliveredCredits(database),
        .consumeLimit(uses),
        .reserveLimit(uses),
        .confirmReservation(database),
        .releaseReservation(database),
        .releaseUse(database),
        .getCredits(database),
        .adjustCredit(database),
        .spendCredit(RequestIntake(database: database)),
        .orderCredit(database),
        .cancelCreditOrder(database),
    ])
}

/// The routes of households.
private func routesOfHouseholds(_ database: Database, _ codes: SecretCodes) -> RouteTable {
    RouteTable(routes: [
        .createHousehold(database),
        .getHousehold(database),
        .getAppUserHousehold(database),
        .createHouseholdInvite(database, codes),
        .revokeHouseholdInvite(database),
        .joinHousehold(database),
        .confirmHouseholdMember(database),
        .removeHouseholdMember(database),
        .transferHousehold(database),
        .dissolveHousehold(database),
        .listHouseholdFindings(database),
    ])
}

/// The routes of the change log.
private func routesOfChanges(
    _ changes: ChangeWait, _ keys: KeyAuthentication, _ endUsers: EndUserAuthentication
) -> RouteTable {
    RouteTable(routes: [
        .listChanges(changes, keys),
        .streamChanges(changes, keys),
        .listMyChanges(changes, endUsers),
    ])
}

/// The routes of endpoints and of the deliveries to them.
private func routesOfEndpoints(
    _ database: Database, _ deliveries: DeliverySender, _ codes: SecretCodes
) -> RouteTable {
    RouteTable(routes: [
        .createEndpoint(database, deliveries, codes),
        .listEndpoints(database),
        .getEndpoint(database),
        .updateEndpoint(database, deliveries),
        .deleteEndpoint(database),
        .rotateEndpointSecret(database, codes),
        .testEndpoint(deliveries),
        .listDeliveries(database),
        .replayEndpoint(database),
    ])
}

/// The routes of codes.
private func routesOfCodes(_ database: Database, _ codes: SecretCodes) -> RouteTable {
    RouteTable(routes: [
        .redeemCode(database),
        .checkCode(database),
        .getReferral(database, codes),
        .listCampaigns(database),
        .putCampaign(database),
        .createCodes(database, codes),
        .revokeCodes(database),
        .listRedemptions(database),
        .revokeRedemption(database),
    ])
}

/// The routes for end users' tokens, and what their phones read without one.
private func routesOfEndUsers(
    _ database: Database, _ endUsers: EndUserAuthentication, _ snapshots: EndUserSnapshot,
    _ wait: PurchaseWait, _ codes: SecretCodes
) -> RouteTable {
    let keys = SigningKeyDirectory(
        database: database, cache: endUsers.tenants.cache, secretBox: endUsers.tenants.secretBox)
    return RouteTable(routes: [
        .getMyToken(database, keys),
        .getSigningKeys(keys, endUsers.tenants),
        .getStatus(database, endUsers.tenants),
        .getMe(database),
        .getMyEntitlements(database, wait, snapshots),
        .getMyEntitlement(database),
        .getMyFeature(database),
        .getMyFeatures(database),
        .listMyTransactions(database),
        .getMyHousehold(database),
        .createMyHousehold(database),
        .createMyHouseholdInvite(database, codes),
        .revokeMyHouseholdInvite(database),
        .joinMyHousehold(database),
        .confirmMyHouseholdMember(database),
        .leaveMyHousehold(database),
        .dissolveMyHousehold(database),
        .removeMyHouseholdMember(database),
        .transferMyHousehold(database),
        .getMyLimits(database),
        .getMyNotices(database),
        .dismissMyNotice(database),
        .consumeMyLimit(database),
        .getMyCredits(database),
        .redeemMyCode(database),
        .checkMyCode(database),
        .getMyReferral(database, codes),
        .syncMe(database, snapshots),
        .identifyMe(database, endUsers),
        .claimMine(database, endUsers, snapshots),
    ])
}
