import Entitlements
import Logging

/// The form of a log line, without its line break.
enum LogFormat: String, CaseIterable, Sendable {
    /// An object with `ts`, `level`, `msg`, then the metadata by name.
    case json
    /// The time of day in UTC, the level, the message, then the metadata: for a person.
    case text

    func line(of entry: LogEntry) -> [UInt8] {
        switch self {
        case .json: Self.json(entry)
        case .text: Array(Self.text(entry).escapingControlCharacters.utf8)
        }
    }

    private static let reserved: Set<String> = ["ts", "level", "msg", "logger"]

    private static func json(_ entry: LogEntry) -> [UInt8] {
        var writer = JSONWriter(reservingBytes: 512)
        writer.beginObject()
        writer.name("ts")
        writer.timestamp(entry.time)
        writer.name("level")
        writer.string(entry.level.rawValue)
        writer.name("msg")
        writer.string(entry.message)
        writer.name("logger")
        writer.string(entry.label)
        for (name, value) in entry.fields where !reserved.contains(name) {
            writer.name(name)
            append(value, to: &writer)
        }
        writer.endObject()
        return writer.bytes
    }

    private static func text(_ entry: LogEntry) -> String {
        let time = entry.time.rfc3339.drop { $0 != "T" }.dropFirst()
        let level = entry.level.rawValue
        let padding = String(repeating: " ", count: max(0, 8 - level.count))
        let message = isPlain(entry.message, allowing: " ") ? entry.message : quoted(entry.message)
        let fields = entry.fields.map { "  \($0.key)=\(text($0.value))" }.joined()
        return "\(time) \(level)\(padding) \(message)\(fields)"
    }

    /// The value as it is if it has no space, quote or control character, else as JSON.
    private static func text(_ value: Logger.MetadataValue) -> String {
        switch value {
        case .string(let text) where isPlain(text): return text
        case .stringConvertible(let value) where isPlain(value.description):
            return value.description
        default:
            var writer = JSONWriter(reservingBytes: 128)
            append(value, to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    private static func isPlain(_ text: String, allowing other: Unicode.Scalar? = nil) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar == other
                    || !scalar.properties.isWhitespace && scalar != "\""
                        && scalar.properties.generalCategory != .control
            }
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter(reservingBytes: 128)
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

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
