import Entitlements
import EntitlementsDatabase
import Logging
import Synchronization

/// Writes down that a tenant's webhooks are refused, as RevenueCat's own are where its secret is
/// wrong: who was refused for too long is caught up with.
///
/// Anybody can have a webhook refused, so the database hears of a tenant once a minute at most.
final class RefusedWebhooks: Sendable {
    static let intervalSeconds: Int64 = 60

    private let database: Database
    private let maximumTenants: Int
    private let noted: Mutex<[TenantID: Timestamp]> = Mutex([:])

    init(database: Database, maximumTenants: Int = 10_000) {
        self.database = database
        self.maximumTenants = maximumTenants
    }

    /// Never fails: whoever was refused is told so, whatever becomes of the note.
    func note(_ tenant: TenantID, at moment: Timestamp, logger: Logger) async {
        guard isDue(tenant, at: moment) else { return }
        do {
            _ = try await database.callOne(NoteRefusedWebhook(), in: tenant)
        } catch {
            logger.warning("A refused webhook could not be written down", error: error)
        }
    }

    /// More tenants at once than there is room for wait until others' minutes are over.
    private func isDue(_ tenant: TenantID, at moment: Timestamp) -> Bool {
        noted.withLock { noted in
            if let last = noted[tenant], Self.isRecent(last, at: moment) { return false }
            if noted.count >= maximumTenants {
                noted = noted.filter { Self.isRecent($0.value, at: moment) }
            }
            guard noted.count < maximumTenants else { return false }
            noted[tenant] = moment
            return true
        }
    }

    /// A clock that was set back would have everybody wait for it.
    private static func isRecent(_ last: Timestamp, at moment: Timestamp) -> Bool {
        last <= moment && moment < last.advanced(bySeconds: intervalSeconds)
    }
}
