import Entitlements
package import Logging

extension Logger {
    /// Logs why background work was not done.
    ///
    /// While the database is away, at debug level only: its client logs the outage, and every kind
    /// of work would repeat it every few seconds.
    package func log(
        _ message: Logger.Message, hinderedBy error: any Error, level: Logger.Level = .warning
    ) {
        let isAway = (error as? Failure)?.code == .databaseUnavailable
        log(level: isAway ? .debug : level, message, error: error)
    }
}
