import Entitlements
import FoundationEssentials
import Logging

/// This process's complete, valid configuration.
///
/// Read once, from the environment.
struct Configuration: Sendable {
    var isDevelopment: Bool
    var logLevel: Logger.Level
    /// Nil: for a person on a terminal, else for a program.
    var logFormat: LogFormat?
    var http: HTTP
    var database: Database
    var encryptionKey: [UInt8]?
    var previousEncryptionKey: [UInt8]?
    var revenueCatURL: String
    var isRevenueCatURLSet: Bool
    /// Of one processor, for all servers together; 0: none are computed.
    var figuresCorePercent: Int
    var drainSeconds: Int
    var shutdownDeadlineSeconds: Int
    /// Nil: nothing is traced.
    var traces: Traces?

    struct HTTP: Sendable {
        var host: String
        var port: Int
        /// Where `/metrics` is served; nil: at `port`.
        var metricsPort: Int?
        var allowedHosts: [String]
        var servesConsole: Bool
        var maximumBodyBytes: Int
        var idleTimeoutSeconds: Int
        var requestReadDeadlineSeconds: Int
        var maximumConnections: Int
        var maximumChangeReaders: Int
    }

    struct Database: Sendable {
        var url: String?
        var migrationURL: String?
        var readURLs: [String]
        var maximumReplicaLagMilliseconds: Int
        /// Whether the server answers lookups only, and `url` may be a standby's.
        var isReadOnly: Bool
        /// Whose standby a read-only server may be on; nil: any.
        var installationID: UUID?
        /// Of the private Postgres; nil: those that are found.
        var programsFolder: String?
        var readConnections: Int
        var writeConnections: Int
        /// Connections for slow reads of operators: exports, searches, lists, recalls, dry runs.
        static let slowConnections = 2
        var statementTimeoutMilliseconds: Int
        var lockTimeoutMilliseconds: Int
        var connectionWaitMilliseconds: Int
    }

    /// The mode, if HEARTH_ENVIRONMENT is not set.
    enum Mode: String {
        case production
        case development
    }

    /// Reads the process's environment; no other code does.
    static func fromEnvironment(
        mode: Mode = .production
    ) throws(InvalidConfiguration) -> Configuration {
        try Configuration(variables: ProcessInfo.processInfo.environment, mode: mode)
    }

    /// Every key with its value, as the process's environment has it.
    static func settingsOfEnvironment() -> [Setting] {
        var values = ConfigurationValues(variables: ProcessInfo.processInfo.environment)
        return ConfigurationKey.all.map { values.setting($0) }
    }

    init(
        variables: [String: String], mode: Mode = .production
    ) throws(InvalidConfiguration) {
        var values = ConfigurationValues(variables: variables)
        isDevelopment =
            values.choice(.environment, default: mode.rawValue) == Mode.development.rawValue
        logLevel = Logger.Level(rawValue: values.choice(.logLevel)) ?? .info
        logFormat =
            values.isSet(.logFormat) ? LogFormat(rawValue: values.choice(.logFormat)) : nil
        http = HTTP(&values)
        database = Database(&values)
        encryptionKey = values.base64(.encryptionKey)
        previousEncryptionKey = values.base64(.previousEncryptionKey)
        revenueCatURL = values.serverURL(.revenueCatURL, allowsHTTP: isDevelopment)
        isRevenueCatURLSet = values.isSet(.revenueCatURL)
        figuresCorePercent = values.integer(.figuresCorePercent)
        drainSeconds = values.integer(.drainSeconds)
        shutdownDeadlineSeconds = values.integer(.shutdownDeadlineSeconds)
        traces = Traces(&values)
        guard values.problems.isEmpty else {
            throw InvalidConfiguration(problems: values.problems)
        }
    }
}

extension Configuration.HTTP {
    fileprivate init(_ values: inout ConfigurationValues) {
        host = values.text(.host) ?? ""
        port = values.integer(.port)
        metricsPort = values.isSet(.metricsPort) ? values.integer(.metricsPort) : nil
        allowedHosts = values.list(.allowedHosts)
        servesConsole = values.choice(.console) == "on"
        maximumBodyBytes = values.integer(.maximumBodyBytes)
        idleTimeoutSeconds = values.integer(.idleTimeoutSeconds)
        requestReadDeadlineSeconds = values.integer(.requestReadDeadlineSeconds)
        maximumConnections = values.integer(.maximumConnections)
        maximumChangeReaders = values.integer(.maximumChangeReaders)
    }
}

extension Configuration.Database {
    fileprivate init(_ values: inout ConfigurationValues) {
        url = values.databaseURL(.databaseURL)
        migrationURL = values.databaseURL(.migrationDatabaseURL) ?? url
        readURLs = values.databaseURLs(.readDatabaseURLs)
        maximumReplicaLagMilliseconds = values.integer(.maximumReplicaLagMilliseconds)
        isReadOnly = values.choice(.readOnly) == "true"
        if isReadOnly, !readURLs.isEmpty {
            values.report(.readOnly, "and HEARTH_READ_DATABASE_URLS are both set: keep one of them")
        }
        installationID = values.uuid(.installationID)
        programsFolder = values.text(.postgresPrograms)
        readConnections = values.integer(.readConnections)
        writeConnections = values.integer(.writeConnections)
        statementTimeoutMilliseconds = values.integer(.statementTimeoutMilliseconds)
        lockTimeoutMilliseconds = values.integer(.lockTimeoutMilliseconds)
        connectionWaitMilliseconds = values.integer(.connectionWaitMilliseconds)
    }
}

/// Every problem of the configuration, reported together.
struct InvalidConfiguration: Error {
    let problems: [FieldProblem]
}
