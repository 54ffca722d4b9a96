import Entitlements
import EntitlementsDatabase
import Synchronization

/// Whether the database takes writes, tried once for all who ask within a few seconds.
///
/// A refusal is known for a moment only, so that a load balancer sends requests again soon after
/// another primary was promoted.
final class WriteCheck: Sendable {
    static let lifetimeMilliseconds = 5000
    static let lifetimeOfRefusalMilliseconds = 250

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
                guard let latest else { return nil as Bool? }
                let milliseconds =
                    latest.takesWrites
                    ? Self.lifetimeMilliseconds : Self.lifetimeOfRefusalMilliseconds
                let isFresh = latest.at.duration(to: now) < .milliseconds(milliseconds)
                return isFresh ? latest.takesWrites : nil
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
