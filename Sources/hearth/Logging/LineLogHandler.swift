import Entitlements
import EntitlementsAPI
import Logging

/// Writes each log event as one line.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let format: LogFormat
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable ([UInt8]) -> Void

    init(
        label: String,
        logLevel: Logger.Level,
        format: LogFormat,
        now: @escaping @Sendable () -> Timestamp = systemTime,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.label = label
        self.logLevel = logLevel
        self.format = format
        self.now = now
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata
        for more in [metadataProvider?.get(), event.metadata].compactMap(\.self) {
            fields.merge(more) { _, newer in newer }
        }
        if let error = event.error { fields["error"] = "\(described(error))" }
        let entry = LogEntry(
            time: now(), level: event.level, message: event.message.description, label: label,
            fields: fields.sorted { $0.key < $1.key })
        write(format.line(of: entry) + [UInt8(ascii: "\n")])
    }
}

extension StandardStream {
    /// Makes every logger of the process write to this stream from now on.
    ///
    /// Call once per process. Use standard output unless a script or a person reads that.
    func bootstrapLogging(_ configuration: Configuration, level: Logger.Level? = nil) -> Logger {
        let format = configuration.logFormat ?? (isTerminal ? .text : .json)
        LoggingSystem.bootstrap { label in
            LineLogHandler(
                label: label, logLevel: level ?? configuration.logLevel, format: format,
                write: write)
        }
        return Logger(label: "hearth")
    }
}
