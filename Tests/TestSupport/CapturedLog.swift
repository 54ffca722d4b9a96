package import Logging
import Synchronization

/// Collects log messages, one line each.
package final class CapturedLog: Sendable {
    private let level: Logger.Level
    private let kept = Mutex<[Entry]>([])

    /// A line, with the metadata of its logger.
    package struct Entry: Sendable {
        package let level: Logger.Level
        package let message: String
        package let metadata: Logger.Metadata
    }

    package init(level: Logger.Level = .warning) {
        self.level = level
    }

    package var entries: [Entry] { kept.withLock(\.self) }

    /// Each message with its metadata, sorted by key.
    package var lines: [String] {
        entries.map { entry in
            let members = entry.metadata.map { "\($0.key)=\($0.value)" }.sorted()
            return ([entry.message] + members).joined(separator: " ")
        }
    }

    package var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let entry = Entry(
                level: event.level, message: event.message.description,
                metadata: metadata.merging(event.metadata ?? [:]) { $1 })
            log.kept.withLock { $0.append(entry) }
        }
    }
}
