import Entitlements
import EntitlementsDatabase
import TestSupport

extension TestTenant {
    /// The ids of each person in order, and the people in order.
    func people() async throws -> [[String]] {
        try await TestDatabase.shared.administer(
            """
            select string_agg(app_user_id, ' ' order by app_user_id)
              from entitlements.app_user_ids where tenant_id = '\(id)'
             group by app_user_uuid order by 1
            """
        ).map { $0.first.flatMap(\.self)?.split(separator: " ").map(String.init) ?? [] }
    }

    /// Each id with the UUID of its person.
    func persons() async throws -> [String: String] {
        let rows = try await TestDatabase.shared.administer(
            "select app_user_id, app_user_uuid from entitlements.app_user_ids "
                + "where tenant_id = '\(id)'")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
    }

    /// Receives an event that names the ids together, on a day after the default purchase.
    func join(_ ids: String..., on day: Int64 = 1, id: String? = nil) async throws {
        try await join(ids, on: day, id: id)
    }

    func join(_ ids: [String], on day: Int64 = 1, id: String? = nil) async throws {
        let row = try await receive(Self.joining(ids, on: day, id: id), receivedAt: Self.receipt)
        guard row.status == "applied" else { throw NotApplied(failure: row.failure) }
    }

    static func joining(
        _ ids: [String], on day: Int64 = 1, id: String? = nil
    ) -> RevenueCatEvent {
        .subscriberAlias(
            id: id, appUserID: ids[0], aliases: Array(ids.dropFirst()),
            at: RevenueCatEvent.defaultPurchase.advanced(byDays: day))
    }

    /// A time of receipt later than every event of a test, so that no event is in the future.
    static let receipt: Timestamp = "2030-01-01T00:00:00Z"

    struct NotApplied: Error {
        let failure: String?
    }
}

/// An id as RevenueCat generates it.
func anonymous(_ name: String) -> String { "$RCAnonymousID:\(name)" }
