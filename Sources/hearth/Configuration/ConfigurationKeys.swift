import EntitlementsAPI
import RevenueCat

/// Every key: the source of parsing, `hearth configuration` and the table of docs/CONFIGURATION.md.
extension ConfigurationKey {
    static let all: [ConfigurationKey] = [
        databaseURL, migrationDatabaseURL, readDatabaseURLs, maximumReplicaLagMilliseconds,
        readOnly, installationID, postgresPrograms, environment, host, port, metricsPort,
        allowedHosts, console, encryptionKey, previousEncryptionKey, logLevel, logFormat,
        maximumBodyBytes,
        idleTimeoutSeconds, requestReadDeadlineSeconds, maximumConnections, maximumChangeReaders,
        readConnections, writeConnections, statementTimeoutMilliseconds, lockTimeoutMilliseconds,
        connectionWaitMilliseconds, revenueCatURL, figuresCorePercent, drainSeconds,
        shutdownDeadlineSeconds,
        tracesEndpoint, tracesHeaders, tracesServiceName, tracesSampler, tracesSamplerArgument,
    ]

    static let databaseURL = ConfigurationKey(
        "DATABASE_URL", .databaseURL, isSecret: true,
        "The URL of the Postgres to use. If you do not set it, `hearth up` runs a private one.")
    static let migrationDatabaseURL = ConfigurationKey(
        "HEARTH_MIGRATION_DATABASE_URL", .databaseURL, isSecret: true,
        "The same database, for the administrator who migrates. Without it, `DATABASE_URL`.")
    static let readDatabaseURLs = ConfigurationKey(
        "HEARTH_READ_DATABASE_URLS", .databaseURLs, isSecret: true,
        "The URLs of replicas for lookups. Without it, the primary answers all of them.")
    static let maximumReplicaLagMilliseconds = ConfigurationKey(
        "HEARTH_MAXIMUM_REPLICA_LAG_MILLISECONDS", .integer(10...60_000), default: "1000",
        "A replica that is further behind the primary gets no lookups.")
    static let readOnly = ConfigurationKey(
        "HEARTH_READ_ONLY", .choice(["false", "true"]), default: "false",
        "Whether this server only answers lookups. Then `DATABASE_URL` may be a standby.")
    static let installationID = ConfigurationKey(
        "HEARTH_INSTALLATION_ID", .uuid,
        "The installation that a server with `HEARTH_READ_ONLY` answers for, as `hearth doctor` "
            + "shows it. Without it, the one that it finds at its start.")
    static let postgresPrograms = ConfigurationKey(
        "HEARTH_POSTGRES_PROGRAMS", .text,
        "The folder of `initdb` and `postgres` for `hearth up`. Without it, the newest below "
            + "`/usr/lib/postgresql`, or the first on `/usr/local/bin:/usr/bin:/bin`.")
    static let environment = ConfigurationKey(
        "HEARTH_ENVIRONMENT", .choice(["production", "development"]), default: "production",
        "`development` accepts webhooks of tenants without a secret, with a warning, and lets "
            + "endpoints have any address. `hearth up` is in development unless you set this.")
    static let host = ConfigurationKey(
        "HEARTH_HOST", .text, default: "127.0.0.1", "The address to listen on.")
    static let port = ConfigurationKey(
        "HEARTH_PORT", .integer(0...65535), default: "8080",
        "The port to listen on. 0 takes any free one.")
    static let metricsPort = ConfigurationKey(
        "HEARTH_METRICS_PORT", .integer(0...65535),
        "A port for `/metrics` alone. Without it, `HEARTH_PORT` serves `/metrics` too.")
    static let allowedHosts = ConfigurationKey(
        "HEARTH_ALLOWED_HOSTS", .list,
        "The `Host` names to answer for. Without it, any.")
    static let console = ConfigurationKey(
        "HEARTH_CONSOLE", .choice(["on", "off"]), default: "on",
        "Whether the console is served, at `/console`.")
    static let encryptionKey = ConfigurationKey(
        "HEARTH_ENCRYPTION_KEY", .base64(bytes: 32), isSecret: true,
        "Seals the secrets in the database. Make one with `openssl rand -base64 32`.")
    static let previousEncryptionKey = ConfigurationKey(
        "HEARTH_PREVIOUS_ENCRYPTION_KEY", .base64(bytes: 32), isSecret: true,
        "Opens what was sealed before `hearth keys rotate-encryption`. Remove it afterwards.")
    static let logLevel = ConfigurationKey(
        "HEARTH_LOG_LEVEL",
        .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]),
        default: "info", "The lowest level that is logged.")
    static let logFormat = ConfigurationKey(
        "HEARTH_LOG_FORMAT", .choice(LogFormat.allCases.map(\.rawValue)),
        "How log lines are written. Without it, `text` on a terminal and `json` elsewhere.")
    static let maximumBodyBytes = ConfigurationKey(
        "HEARTH_MAXIMUM_BODY_BYTES", .integer(1_024...16_777_216), default: "1048576",
        "A request with a larger body is refused with 413.")
    static let idleTimeoutSeconds = ConfigurationKey(
        "HEARTH_IDLE_TIMEOUT_SECONDS", .integer(1...3_600), default: "60",
        "A connection that is silent for this long is closed.")
    static let requestReadDeadlineSeconds = ConfigurationKey(
        "HEARTH_REQUEST_READ_DEADLINE_SECONDS", .integer(1...3_600), default: "30",
        "A request that has not fully arrived after this long is refused with 408.")
    static let maximumConnections = ConfigurationKey(
        "HEARTH_MAXIMUM_CONNECTIONS", .integer(1...100_000), default: "4096",
        "How many HTTP connections may be open. Further ones wait.")
    static let maximumChangeReaders = ConfigurationKey(
        "HEARTH_MAXIMUM_CHANGE_READERS", .integer(10...100_000),
        default: String(ChangeFeed.defaultMaximumReaders),
        "How many change streams and requests may wait for a change. One tenant may have 90 %.")
    static let readConnections = ConfigurationKey(
        "HEARTH_READ_CONNECTIONS", .integer(1...64), default: "2",
        "Connections to Postgres for lookups, which share them: many calls in flight on each.")
    static let writeConnections = ConfigurationKey(
        "HEARTH_WRITE_CONNECTIONS", .integer(1...256), default: "8",
        "Connections to Postgres for webhooks and changes, one call in flight on each.")
    static let statementTimeoutMilliseconds = ConfigurationKey(
        "HEARTH_STATEMENT_TIMEOUT_MILLISECONDS", .integer(100...600_000), default: "5000",
        "Postgres gives up on a call after this long.")
    static let lockTimeoutMilliseconds = ConfigurationKey(
        "HEARTH_LOCK_TIMEOUT_MILLISECONDS", .integer(10...600_000), default: "2000",
        "Postgres gives up waiting for a row after this long.")
    static let connectionWaitMilliseconds = ConfigurationKey(
        "HEARTH_CONNECTION_WAIT_MILLISECONDS", .integer(10...60_000), default: "2000",
        "A call that finds no free connection within this time is answered 503.")
    static let revenueCatURL = ConfigurationKey(
        "HEARTH_REVENUECAT_URL", .serverURL, default: RevenueCatSettings.defaultServerURL,
        "The server from which snapshots are taken. It may be `http` in development only.")
    static let figuresCorePercent = ConfigurationKey(
        "HEARTH_FIGURES_CORE_PERCENT", .integer(0...100), default: "5",
        "How much of one processor Postgres may use for figures, for all tenants and servers "
            + "together. At `0` this server computes none.")
    static let drainSeconds = ConfigurationKey(
        "HEARTH_DRAIN_SECONDS", .integer(0...300), default: "0",
        "How long `hearth serve` goes on answering after SIGTERM, not ready and closing "
            + "connections, so that a load balancer notices.")
    static let shutdownDeadlineSeconds = ConfigurationKey(
        "HEARTH_SHUTDOWN_DEADLINE_SECONDS", .integer(1...300), default: "8",
        "How long requests in flight may take to finish when you stop the server.")

    // Under OpenTelemetry's names, because one collector usually serves many programs.
    static let tracesEndpoint = ConfigurationKey(
        "OTEL_EXPORTER_OTLP_ENDPOINT", .urlWithPath,
        "The collector of traces. It gets JSON at `/v1/traces` below. Without it, no traces.")
    static let tracesHeaders = ConfigurationKey(
        "OTEL_EXPORTER_OTLP_HEADERS", .headers, isSecret: true,
        "Headers for the collector, such as its key. Values may be percent-encoded.")
    static let tracesServiceName = ConfigurationKey(
        "OTEL_SERVICE_NAME", .text, default: "hearth", "The name of this server in traces.")
    static let tracesSampler = ConfigurationKey(
        "OTEL_TRACES_SAMPLER", .choice(TracesSampler.allCases.map(\.rawValue)),
        default: TracesSampler.parentBasedRatio.rawValue,
        "Which requests are traced. `parentbased_…` records a trace if the caller records it.")
    static let tracesSamplerArgument = ConfigurationKey(
        "OTEL_TRACES_SAMPLER_ARG", .ratio, default: "1",
        "The share of the traces that a sampler with `ratio` records.")
}
