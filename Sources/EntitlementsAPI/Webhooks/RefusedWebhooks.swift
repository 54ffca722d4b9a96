import Entitlements
import EntitlementsDatabase
import Logging
import Synchronization

/// Writes down that a tenant's webhooks are refused, as RevenueCat's own are where its secret is
/// wrong: who was refused for too long is caught up with.
///
/// Anybody can have a webhook refused, so the database hears of a tenant once a minute at most, and
/// so does the log.
final class RefusedWebhooks: Sendable {
    static let intervalSeconds: Int64 = 60

    private let database: Database
    private let maximumTenants: Int
    private let noted: Mutex<[TenantID: Note]> = Mutex([:])

    private struct Note {
        let moment: Timestamp
        /// Webhooks that were refused after this one.
        var others = 0
    }

    init(database: Database, maximumTenants: Int = 10_000) {
        self.database = database
        self.maximumTenants = maximumTenants
    }

    /// Writes it down and logs it, where that is due.
    ///
    /// Never fails: the sender is told of the refusal, whatever becomes of the note.
    func note(
        _ tenant: TenantID, at moment: Timestamp, logger: Logger,
        metadata: Logger.Metadata = [:]
    ) async {
        guard let others = othersIfDue(tenant, at: moment) else { return }
        logger.warning(
            "A webhook was refused",
            metadata: metadata.merging(["refused_since_last_line": "\(others)"]) { $1 })
        do {
            _ = try await database.callOne(NoteRefusedWebhook(), in: tenant)
        } catch {
            logger.warning("A refused webhook could not be written down", error: error)
        }
    }

    /// How many webhooks of the tenant were refused since the last that was noted; nil where none
    /// is to be noted yet.
    ///
    /// When there is no room, further tenants wait for the minute of another to be over.
    private func othersIfDue(_ tenant: TenantID, at moment: Timestamp) -> Int? {
        noted.withLock { noted in
            let last = noted[tenant]
            if let last, Self.isRecent(last.moment, at: moment) {
                noted[tenant]?.others += 1
                return nil
            }
            if noted.count >= maximumTenants {
                noted = noted.filter { Self.isRecent($0.value.moment, at: moment) }
            }
            guard noted.count < maximumTenants else { return nil }
            noted[tenant] = Note(moment: moment)
            return last?.others ?? 0
        }
    }

    /// A clock that was set back would have everybody wait for it.
    private static func isRecent(_ last: Timestamp, at moment: Timestamp) -> Bool {
        last <= moment && moment < last.advanced(bySeconds: intervalSeconds)
    }
}
