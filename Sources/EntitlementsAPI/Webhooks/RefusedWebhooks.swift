import Entitlements
import EntitlementsDatabase
import Logging

/// Writes down that a tenant's webhooks are refused, as RevenueCat's own are where its secret is
/// wrong: who was refused for too long is caught up with.
///
/// Anybody can have a webhook refused, so the database hears of a tenant once a minute at most, and
/// so does the log.
final class RefusedWebhooks: Sendable {
    static let intervalSeconds: Int64 = 60

    private let database: Database
    private let notes: OncePerInterval<TenantID>

    init(database: Database, maximumTenants: Int = 10_000) {
        self.database = database
        notes = OncePerInterval(
            intervalSeconds: Self.intervalSeconds, maximumKeys: maximumTenants)
    }

    /// Writes it down and logs it, where that is due.
    ///
    /// Never fails: the sender is told of the refusal, whatever becomes of the note.
    func note(
        _ tenant: TenantID, at moment: Timestamp, logger: Logger,
        metadata: Logger.Metadata = [:]
    ) async {
        guard let others = notes.othersIfDue(tenant, at: moment) else { return }
        logger.warning(
            "A webhook was refused",
            metadata: metadata.merging(["refused_since_last_line": "\(others)"]) { $1 })
        do {
            _ = try await database.callOne(NoteRefusedWebhook(), in: tenant)
        } catch {
            logger.warning("A refused webhook could not be written down", error: error)
        }
    }
}
