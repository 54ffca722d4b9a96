import Curl
import Deliveries
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import EntitlementsWorker
import FoundationEssentials
import Logging
import Migrations
import Postgres
import Prometheus
import Reconciliation
import RevenueCat
import ServiceLifecycle
import Tokens
import Traces

/// The server: its connections, workers and HTTP API, started in this order and stopped in reverse.
///
/// The database must have this binary's schema.
struct HearthServer: Service {
    let configuration: Configuration
    let databaseURL: String
    let secretBox: SecretBox
    let metrics: PrometheusRegistry
    let logger: Logger
    var draining = Draining()

    /// Called once with the bound port, while the server serves.
    ///
    /// An error that it throws ends the server.
    let onRunning: @Sendable (Int) async throws -> Void

    func run() async throws {
        let followed = FollowedInstallation(expected: configuration.database.installationID)
        let database = database(followed)
        let credentials = CredentialCache()
        let heartbeat = Heartbeat(now: monotonicTime)
        let secrets = SecretsWatch(
            SealedSecrets(database: database, secretBox: secretBox), logger: logger)
        let tracing = TraceServices(configuration, serverName: Self.name, metrics, logger)
        let traces = tracing.traces
        let upstream = UpstreamServices(configuration, database, secretBox, traces, logger)
        let deliveries = DeliveryServices(configuration, database, secretBox)
        let transactions = AwaitedTransactions(database: database)
        let changeFeed = ChangeFeed(
            database: database, maximumReaders: configuration.http.maximumChangeReaders,
            logger: logger)
        let (ports, port) = AsyncStream.makeStream(
            of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let api: any Service = buildApplication(
            configuration: settings, database: database, secretBox: secretBox,
            credentials: credentials,
            snapshots: SharedSnapshots(upstream.snapshotReader),
            keySets: keySets(upstream.http),
            transactions: transactions, changes: changeFeed, deliveries: deliveries.sender,
            readiness: Readiness(
                database: database, writes: WriteCheck(database: database), heartbeat: heartbeat,
                secrets: secrets, draining: draining
            ).checks,
            metrics: metrics, traces: traces, logger: logger,
            onServerRunning: { port.yield($0) })
        let changes = TenantChanges(
            database: database, credentials: credentials, upstreams: upstream.upstreams,
            secrets: secrets)
        let services: [any Service] =
            tracing.services
            + [database.client, upstream.http, secrets, deliveries.http]
            + database.readers.services
            // A standby notifies no listener, and there is nothing for workers to do.
            + (database.isReadOnly
                ? [followed]
                : [changes, transactions, changeFeed]
                    + workers(
                        database, heartbeat, upstream.snapshotReader, deliveries.sender,
                        changeFeed, traces))
            + [api] + [metricsApplication].compactMap(\.self)
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) } + [welcome(on: ports)],
                logger: logger.forLifecycle)
        ).run()
    }

    private var settings: APIConfiguration {
        var settings = configuration.api
        settings.draining = draining
        return settings
    }

    /// The database, with the replicas that answer its lookups.
    private func database(_ followed: FollowedInstallation) -> Database {
        let settings = configuration.database
        var own = configuration.postgresClient(databaseURL)
        if settings.isReadOnly { own.proof = followed.proof }
        let client = PostgresClient(configuration: own, logger: logger)
        followed.watch(by: client)
        let maximumLag = Duration.milliseconds(settings.maximumReplicaLagMilliseconds)
        let log = PrimaryLog(span: maximumLag)
        let replicas = settings.readURLs.enumerated().map { index, url in
            let name = "\(index + 1)"
            var logger = logger
            logger[metadataKey: "replica"] = "\(name)"
            return Replica(
                name: name, configuration: configuration.replicaClient(url, named: name),
                following: log, logger: logger)
        }
        let readers = Readers(
            of: client, replicas: replicas, following: log, maximumLag: maximumLag)
        return Database(client: client, readers: readers, isReadOnly: settings.isReadOnly)
    }

    /// Calls `onRunning` once; its end ends nothing else.
    private func welcome(
        on ports: AsyncStream<Int>
    ) -> ServiceGroupConfiguration.ServiceConfiguration {
        .init(
            service: OnListening(ports: ports, body: onRunning),
            successTerminationBehavior: .ignore)
    }

    /// Serves `/metrics`, if that has a port of its own.
    private var metricsApplication: (any Service)? {
        configuration.http.metricsPort.map { port -> any Service in
            var api = configuration.api
            api.port = port
            return buildMetricsApplication(
                configuration: api, metrics: metrics, logger: logger
            ) { [logger] port in
                logger.info("Serving metrics", metadata: ["port": .stringConvertible(port)])
            }
        }
    }

    /// The public keys of the tenants' token issuers; logs a warning if they cannot be fetched.
    private func keySets(_ http: HTTPClient) -> KeySets {
        KeySets(
            http: http, allowsLoopback: configuration.isDevelopment, now: monotonicTime
        ) { [logger] url, error in
            logger.warning(
                "An issuer's keys could not be fetched",
                metadata: ["url": "\(url.rawValue)", "reason": "\(described(error))"])
        }
    }

    /// The host and the process: `db-1/4711`.
    private static var name: String {
        let process = ProcessInfo.processInfo
        return "\(process.hostName)/\(process.processIdentifier)"
    }

    /// The background workers.
    private func workers(
        _ database: Database, _ heartbeat: Heartbeat, _ snapshotReader: SnapshotReader,
        _ sender: DeliverySender, _ changeFeed: ChangeFeed, _ traces: Traces
    ) -> [any Service] {
        [
            WebhookEventRetrier(
                database: database, heartbeat: heartbeat, now: systemTime, logger: logger),
            SnapshotWorker(database: database, snapshotReader: snapshotReader, logger: logger),
            Reconciler(
                database: database, snapshotReader: snapshotReader, traces: traces, logger: logger),
            ReconcileScheduler(
                database: database, serverName: Self.name, keyIDs: secretBox.keyIDs,
                logger: logger),
            ChangeSequencer(
                database: database, isAwaited: { changeFeed.hasReaders }, logger: logger),
            EndpointDeliverer(
                database: database, sender: sender, traces: traces, logger: logger),
            DutyWorker(
                figuresCorePercent: configuration.figuresCorePercent, database: database,
                logger: logger),
            Upkeep(database: database, logger: logger),
        ]
    }
}

extension Logger {
    /// A logger for groups of services: at debug level they show each service as a Swift value.
    var forLifecycle: Logger {
        var logger = self
        logger.logLevel = max(logLevel, .info)
        return logger
    }
}

/// The services that take snapshots from RevenueCat.
private struct UpstreamServices {
    let http = HTTPClient(configuration: HTTPClient.Configuration())
    let upstreams: Upstreams
    let snapshotReader: SnapshotReader

    init(
        _ configuration: Configuration, _ database: Database, _ secretBox: SecretBox,
        _ traces: Traces, _ logger: Logger
    ) {
        let clock = RevenueCatClock(timeOfDay: systemTime)
        upstreams = Upstreams(
            database: database, secretBox: secretBox, http: http,
            serverURL: configuration.revenueCatURL, clock: clock)
        snapshotReader = SnapshotReader(
            database: database, upstreams: upstreams, clock: clock, traces: traces, logger: logger)
    }
}

/// What sends messages to endpoints, apart from all other requests.
private struct DeliveryServices {
    let http: HTTPClient
    let sender: DeliverySender

    init(_ configuration: Configuration, _ database: Database, _ secretBox: SecretBox) {
        http = HTTPClient(configuration: .forDeliveries)
        sender = DeliverySender(
            database: database, secretBox: secretBox, http: http,
            isDevelopment: configuration.isDevelopment, now: systemTime)
    }
}

/// Clears cached keys and tenants when the database notifies a change, or when notifications may
/// have been missed.
private struct TenantChanges: Service {
    let database: Database
    let credentials: CredentialCache
    let upstreams: Upstreams
    let secrets: SecretsWatch

    func run() async throws {
        let changes = database.payloads(on: .tenants)
        for await _ in changes.cancelOnGracefulShutdown() {
            credentials.invalidate()
            upstreams.forgetAll()
            secrets.noteChange()
        }
    }
}

extension Configuration {
    var api: APIConfiguration {
        var api = APIConfiguration(
            host: http.host, port: http.port, isDevelopment: isDevelopment)
        api.maximumBodyBytes = http.maximumBodyBytes
        api.maximumConnections = http.maximumConnections
        api.idleTimeoutSeconds = http.idleTimeoutSeconds
        api.requestReadDeadlineSeconds = http.requestReadDeadlineSeconds
        api.allowedHosts = http.allowedHosts
        api.servesMetrics = http.metricsPort == nil
        // A session of the console is a row.
        api.servesConsole = http.servesConsole && !database.isReadOnly
        return api
    }

    /// The server's connections: any login acts as role `hearth_server`, which owns nothing.
    func postgresClient(_ connectionString: String) -> PostgresClient.Configuration {
        var client = PostgresClient.Configuration(connectionString: connectionString)
        client.role = "hearth_server"
        client.functionsSchema = Schema.embedded.functionsSchema
        client.applicationName = "hearth"
        client.readConnections = database.readConnections
        client.writeConnections = database.writeConnections
        client.slowConnections = Configuration.Database.slowConnections
        client.connectionWaitMilliseconds = database.connectionWaitMilliseconds
        client.statementTimeoutMilliseconds = database.statementTimeoutMilliseconds
        client.lockTimeoutMilliseconds = database.lockTimeoutMilliseconds
        client.acceptsStandby = database.isReadOnly
        if database.isReadOnly {
            client.writeConnections = 0
            client.listens = false
        }
        return client
    }

    /// Connections to a replica: what it does not answer soon, the primary does.
    func replicaClient(_ connectionString: String, named name: String)
        -> PostgresClient.Configuration
    {
        var client = postgresClient(connectionString)
        client.readPoolName = "replica_\(name)"
        client.writeConnections = 0
        client.slowConnections = 0
        client.listens = false
        client.acceptsStandby = true
        client.connectionWaitMilliseconds = min(client.connectionWaitMilliseconds, 250)
        client.pingTimeoutMilliseconds = 500
        client.lockTimeoutMilliseconds = min(client.lockTimeoutMilliseconds, 1_000)
        return client
    }
}
