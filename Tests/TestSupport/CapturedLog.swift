package import Logging
import Synchronization

/// Collects log messages, one line each.
package final class CapturedLog: Sendable {
    private let level: Logger.Level
    private let kept = Mutex<[String]>([])

    package init(level: Logger.Level = .warning) {
        self.level = level
    }

    package var lines: [String] { kept.withLock(\.self) }

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
            let members = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
            log.kept.withLock {
                $0.append(([event.message.description] + members).joined(separator: " "))
            }
        }
    }
}
