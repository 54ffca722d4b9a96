import Entitlements
import Logging

/// A log event with the metadata of its logger.
struct LogEntry {
    let time: Timestamp
    let level: Logger.Level
    let message: String
    let label: String
    let fields: [(key: String, value: Logger.MetadataValue)]
}
