import Curl
import Deliveries
import Entitlements
import EntitlementsDatabase
import HTTPServer
import Logging
import Prometheus
import Reconciliation
import ServiceLifecycle
import TestSupport
import Testing
import Tokens
import Traces

@testable import EntitlementsAPI

/// The whole API on its own port, with its own tenant in the real database, keys and webhook
/// secrets.
///
/// Each answer is checked against `openapi.yaml`.
struct TestAPI: Sendable {
    let port: Int
    let tenant: TestTenant
    let credentials: CredentialCache
    let secretKey: String
    let readKey: String
    let adminKey: String
    /// The test's RevenueCat server.
    let upstream: Upstream
    /// Starts a graceful stop of the server, without waiting for it.
    let stop: @Sendable () async -> Void

    /// The Authorization value and the signing secret of the tenant's webhook.
    static let webhookAuthorization = "Bearer of-good-news"
    static let webhookSigningSecret = "whsec-in-the-tests"

    /// The server's current time.
    static let now: Timestamp = "2026-11-21T10:00:00Z"

    static func run(
        isDevelopment: Bool = false, like file: String = "stockpot",
        webhook required: Set<WebhookMechanism> = [.authorization],
        households change: (inout TenantDefinition.HouseholdRules) -> Void = { _ in },
        of given: TestTenant? = nil,
        answering script: @escaping Upstream.Script = { _, _ in .missing },
        maximumChangeReaders: Int = 100, traces: Traces = .off, logger: Logger = .silent,
        _ body: @escaping @Sendable (TestAPI) async throws -> Void
    ) async throws {
        let tenant =
            if let given { given } else { try await makeTenant(like: file, required, change) }
        let credentials = CredentialCache()
        try await tenant.sealWebhookSecrets()
        let settings = APIConfiguration(host: "127.0.0.1", port: 0, isDevelopment: isDevelopment)
        let transactions = AwaitedTransactions(database: tenant.database)
        let changes = ChangeFeed(
            database: tenant.database, maximumReaders: maximumChangeReaders, logger: .silent)
        let http = HTTPClient.direct()
        try await RunningSnapshotReader.with(
            into: tenant.database, traces: traces, answering: script
        ) { running in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await transactions.run() }
                group.addTask { try await changes.run() }
                group.addTask { try await http.run() }
                defer { group.cancelAll() }
                try await withRunning { onRunning in
                    buildApplication(
                        configuration: settings, database: tenant.database,
                        secretBox: try SecretBox.forTests(), credentials: credentials,
                        snapshots: SharedSnapshots(running.snapshotReader),
                        keySets: keySets(http, isDevelopment),
                        transactions: transactions, changes: changes,
                        deliveries: try sender(tenant.database, http, isDevelopment),
                        readiness: { [] },
                        metrics: makeRegistry(), traces: traces,
                        logger: logger, now: { now }, onServerRunning: onRunning)
                } _: { port, group in
                    try await body(
                        TestAPI(
                            port: port, tenant: tenant, credentials: credentials,
                            secretKey: try await tenant.key(.secret),
                            readKey: try await tenant.key(.read),
                            adminKey: try await tenant.key(.admin), upstream: running.upstream,
                            stop: { await group.triggerGracefulShutdown() }))
                }
            }
        }
    }

    private static func makeTenant(
        like file: String, _ required: Set<WebhookMechanism>,
        _ change: (inout TenantDefinition.HouseholdRules) -> Void
    ) async throws -> TestTenant {
        try await TestTenant.create(like: file) { definition in
            definition.webhooks.authentication = required
            change(&definition.households)
        }
    }

    private static func makeRegistry() -> PrometheusRegistry {
        PrometheusRegistry(
            descriptions: MetricDescriptions.all, bounds: MetricDescriptions.bounds)
    }

    private static func keySets(_ http: HTTPClient, _ isDevelopment: Bool) -> KeySets {
        KeySets(
            http: http, allowsLoopback: isDevelopment, now: monotonicTime, onFailure: { _, _ in })
    }

    private static func sender(
        _ database: Database, _ http: HTTPClient, _ isDevelopment: Bool
    ) throws -> DeliverySender {
        DeliverySender(
            database: database, secretBox: try SecretBox.forTests(), http: http,
            isDevelopment: isDevelopment, now: { now })
    }

    /// The routes alone, without running services.
    static func routes() async throws -> [Route] {
        let database = try await TestDatabase.shared.database()
        let registry = makeRegistry()
        let tenants = TenantDirectory(
            database: database, cache: CredentialCache(), secretBox: try SecretBox.forTests())
        let gate = WebhookGate(
            tenants: tenants, metrics: WebhookMetrics(registry: registry),
            refusals: RefusedWebhooks(database: database), unknownProducts: UnknownProducts(),
            admitsUnconfigured: false, now: { now })
        let codes = SecretCodes(secretBox: try SecretBox.forTests(), randomBytes: systemRandomBytes)
        let snapshots = SubjectSnapshots(
            SharedSnapshots(try RunningSnapshotReader.atRest(database)))
        let wait = PurchaseWait(
            database: database, transactions: AwaitedTransactions(database: database),
            snapshots: snapshots)
        let endUsers = EndUserAuthentication(
            database: database, tenants: tenants,
            tokens: TokenDirectory(
                database: database, cache: CredentialCache(),
                secretBox: try SecretBox.forTests(),
                keySets: KeySets(
                    http: HTTPClient.direct(), allowsLoopback: false, now: monotonicTime,
                    onFailure: { _, _ in })),
            rates: EndUserRates(), refusals: RefusedTokens(registry: registry), now: { now })
        return Services(
            database: database, gate: gate, snapshots: snapshots, wait: wait,
            changes: ChangeWait(
                database: database, feed: ChangeFeed(database: database, logger: .silent)),
            deliveries: try sender(database, HTTPClient.direct(), false), codes: codes,
            keys: KeyAuthentication(
                database: database, cache: CredentialCache(), tenants: tenants),
            endUsers: endUsers, readiness: { [] }, registry: registry, servesMetrics: true
        ).routes.routes
    }
}

extension TestAPI {
    /// Sends a request and expects an answer that conforms to the operation.
    ///
    /// The target is the encoded path and query. Without a key there is no Authorization header.
    func send(
        _ operationID: String, _ method: String, _ target: String, key: String? = nil,
        headers: [(String, String)] = [], body: [UInt8]? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        var headers = headers
        if let key { headers.append(("Authorization", "Bearer \(key)")) }
        if let body { headers.append(("Content-Length", String(body.count))) }
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        let head = "\(method) \(target) HTTP/1.1\r\nHost: hearth.test\r\n\(lines)\r\n"
        let response = try await RawHTTPConnection.with(port: port) { connection in
            try await connection.send(Array(head.utf8) + (body ?? []))
            return try await connection.response()
        }
        let problems = try Contract.shared().problems(with: response, of: operationID)
        #expect(problems == [], "\(response.text)", sourceLocation: sourceLocation)
        return response
    }

    func get(
        _ operationID: String, _ target: String, key: String? = nil,
        headers: [(String, String)] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await send(
            operationID, "GET", target, key: key ?? readKey, headers: headers,
            sourceLocation: sourceLocation)
    }

    func deliver(
        _ body: [UInt8], to slug: String? = nil,
        headers: [(String, String)] = [("Authorization", TestAPI.webhookAuthorization)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await send(
            "receiveWebhookEvent", "POST", "/v1/webhooks/revenuecat/\(slug ?? tenant.slug)",
            headers: headers, body: body, sourceLocation: sourceLocation)
    }
}

extension RawHTTPResponse {
    var json: JSONValue {
        get throws { try JSONParser.parse(body) }
    }

    /// The problem's code, or nil.
    var code: String? {
        get throws { try json["code"]?.string }
    }

    /// The pointers of the field problems.
    var pointers: [String] {
        get throws { (try json["errors"]?.array ?? []).compactMap { $0["pointer"]?.string } }
    }
}

extension TestTenant {
    /// Creates a key of this tenant, or an admin key of the installation.
    func key(_ kind: APIKey.Kind) async throws -> String {
        var generator = SystemRandomNumberGenerator()
        let key = APIKey.generate(kind: kind, using: &generator)
        if kind == .admin {
            _ = try await database.call(CreateAdminKey(keyID: key.keyID, digest: key.digest))
        } else {
            _ = try await database.call(
                CreateAPIKey(
                    keyID: key.keyID, kind: kind.rawValue, digest: key.digest, actor: "test"),
                in: id)
        }
        return key.text
    }

    /// Sets both secrets of this tenant's webhook.
    fileprivate func sealWebhookSecrets() async throws {
        try await seal(TestAPI.webhookAuthorization, .authorization, slot: 1)
        try await seal(TestAPI.webhookSigningSecret, .signature, slot: 1)
    }

    /// Sets a secret of this tenant's webhook.
    func seal(_ secret: String, _ mechanism: WebhookMechanism, slot: Int32) async throws {
        let sealed = try SecretBox.forTests().seal(
            Array(secret.utf8), for: WebhookSecret.sealingContext(mechanism, of: id))
        _ = try await database.call(
            SetSecret(kind: mechanism.rawValue, name: "", slot: slot, sealed: sealed), in: id)
    }
}
