import Entitlements
import EntitlementsAPI
import Logging

/// Writes each log event as one line of JSON: `ts`, `level`, `msg`, then the metadata by name.
struct JSONLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable ([UInt8]) -> Void

    init(
        label: String,
        logLevel: Logger.Level,
        now: @escaping @Sendable () -> Timestamp = systemTime,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.label = label
        self.logLevel = logLevel
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
        if let error = event.error { fields["error"] = "\(error)" }

        var writer = JSONWriter(reservingBytes: 512)
        writer.beginObject()
        writer.name("ts")
        writer.timestamp(now())
        writer.name("level")
        writer.string(event.level.rawValue)
        writer.name("msg")
        writer.string(event.message.description)
        writer.name("logger")
        writer.string(label)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where !Self.own.contains(name) {
            writer.name(name)
            Self.append(value, to: &writer)
        }
        writer.endObject()
        write(writer.bytes + [UInt8(ascii: "\n")])
    }

    private static let own: Set<String> = ["ts", "level", "msg", "logger"]

    private static func append(_ value: Logger.MetadataValue, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.string(text)
        case .stringConvertible(let value as any FixedWidthInteger): writer.integer(value)
        case .stringConvertible(let value as Bool): writer.bool(value)
        case .stringConvertible(let value): writer.string(value.description)
        case .array(let values):
            writer.beginArray()
            for value in values { append(value, to: &writer) }
            writer.endArray()
        case .dictionary(let members):
            writer.beginObject()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.name(name)
                append(value, to: &writer)
            }
            writer.endObject()
        }
    }
}

extension StandardStream {
    /// Makes every logger of the process write to this stream from now on.
    ///
    /// Call once per process. Use standard output unless a script or a person reads that.
    func bootstrapLogging(level: Logger.Level) -> Logger {
        LoggingSystem.bootstrap { label in
            JSONLogHandler(label: label, logLevel: level, write: write)
        }
        return Logger(label: "hearth")
    }
}
