import Entitlements
import EntitlementsDatabase
import Logging

/// Records that a tenant's webhooks are refused: because of a wrong secret, or as no event.
///
/// A run catches up after refusals that lasted too long. Any sender can cause refusals, so the
/// database and the log get at most one entry per tenant and minute.
final class RefusedWebhooks: Sendable {
    static let intervalSeconds: Int64 = 60

    private let database: Database
    private let notes: OncePerInterval<TenantID>

    init(database: Database, maximumTenants: Int = 10_000) {
        self.database = database
        notes = OncePerInterval(
            intervalSeconds: Self.intervalSeconds, maximumKeys: maximumTenants)
    }

    /// Records and logs the refusal if that is due; the logger names the tenant.
    ///
    /// It never throws: the sender gets the refusal in any case.
    func note(
        _ tenant: TenantID, because reason: String, at moment: Timestamp, logger: Logger
    ) async {
        guard let others = notes.othersIfDue(tenant, at: moment) else { return }
        logger.warning(
            "A webhook was refused",
            metadata: ["reason": "\(reason)", "refused_since_last_line": "\(others)"])
        do {
            _ = try await database.callOne(
                NoteRefusedWebhook(reason: reason, refusals: Int64(others) + 1), in: tenant)
        } catch {
            await logger.log(
                "A refused webhook could not be recorded", hinderedBy: error, in: database)
        }
    }
}
