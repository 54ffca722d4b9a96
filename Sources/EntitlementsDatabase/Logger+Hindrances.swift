import Entitlements
package import Logging

extension Logger {
    /// Logs why background work was not done.
    ///
    /// - While the database is away, at debug level only: its client logs the outage, and every
    ///   kind of work would repeat it every few seconds. The same if the work was cancelled.
    /// - While the tenant moves to another database, the same.
    /// - While the database is busy, one line a minute for all work of the process.
    /// - Otherwise each time.
    package func log(
        _ message: Logger.Message, hinderedBy error: any Error, of tenant: TenantID? = nil,
        in database: Database, level: Logger.Level = .warning, metadata: Logger.Metadata = [:]
    ) async {
        var (level, metadata) = (level, metadata)
        switch (error as? Failure)?.code {
        case .databaseUnavailable, .tenantMoving, .tenantMoved: level = .debug
        case .overloaded:
            guard let others = database.busyLines.othersIfDue() else { return }
            metadata["others_since_last_line"] = .stringConvertible(others)
        default: if Task.isCancelled { level = .debug }
        }
        guard level >= logLevel else { return }
        if let tenant { metadata["tenant"] = "\(await database.slug(of: tenant))" }
        metadata["error"] = "\(described(error))"
        log(level: level, message, metadata: metadata)
    }
}
