import Entitlements
import EntitlementsDatabase
import Synchronization

/// Whether the database takes writes, tried once for all who ask within a few seconds.
final class WriteCheck: Sendable {
    static let lifetimeSeconds = 5

    private let database: Database
    private let latest = Mutex<(at: ContinuousClock.Instant, takesWrites: Bool)?>(nil)

    init(database: Database) {
        self.database = database
    }

    /// A database that is only busy counts as one that takes writes.
    var takesWrites: Bool {
        get async {
            let now = ContinuousClock.now
            let known = latest.withLock { latest in
                let isFresh =
                    latest.map { $0.at.duration(to: now) < .seconds(Self.lifetimeSeconds) } ?? false
                return isFresh ? latest?.takesWrites : nil
            }
            if let known { return known }
            let takesWrites: Bool
            do {
                _ = try await database.call(TryWrite())
                takesWrites = true
            } catch let failure as Failure {
                takesWrites = failure.code != .databaseUnavailable
            } catch {
                takesWrites = false
            }
            latest.withLock { $0 = (now, takesWrites) }
            return takesWrites
        }
    }
}
