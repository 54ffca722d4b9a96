import Entitlements
import EntitlementsDatabase
import TestSupport

extension TestTenant {
    /// Which ids are one person: each person's ids in order, and the people in order.
    func people() async throws -> [[String]] {
        try await TestDatabase.shared.administer(
            """
            select string_agg(app_user_id, ' ' order by app_user_id)
              from entitlements.app_user_ids where tenant_id = '\(id)'
             group by app_user_uuid order by 1
            """
        ).map { $0.first.flatMap(\.self)?.split(separator: " ").map(String.init) ?? [] }
    }

    /// Each id with the person it points at.
    func persons() async throws -> [String: String] {
        let rows = try await TestDatabase.shared.administer(
            "select app_user_id, app_user_uuid from entitlements.app_user_ids "
                + "where tenant_id = '\(id)'")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
    }

    /// Names ids as one person, on a day after the default purchase.
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

    /// Later than every event of a test, so that none is dated in the future.
    static let receipt: Timestamp = "2030-01-01T00:00:00Z"

    struct NotApplied: Error {
        let failure: String?
    }
}

/// An id that RevenueCat made up.
func anonymous(_ name: String) -> String { "$RCAnonymousID:\(name)" }
