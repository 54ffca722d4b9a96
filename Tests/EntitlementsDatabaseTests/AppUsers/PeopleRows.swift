import Entitlements
import TestSupport
import Testing

extension TestTenant {
    /// All rows about people and their purchases, to detect a write.
    func peopleRows() async throws -> [String] {
        let tables = [
            "app_users", "app_user_ids", "merges", "merge_links", "device_secrets",
            "merge_tickets", "audit_entries", "purchase_moves", "orphans", "purchases",
            "household_members", "household_invites", "snapshot_queue", "evidence", "usage",
            "reservations", "uses", "overuses", "credit_spends", "credit_orders", "grants",
            "credit_adjustments",
        ]
        let queries = tables.map {
            "select '\($0) ' || to_jsonb(written)::text from entitlements.\($0) written "
                + "where written.tenant_id = '\(id)'"
        }
        let rows = try await TestDatabase.shared.administer(
            queries.joined(separator: " union all ") + " order by 1")
        return rows.compactMap { $0.first ?? nil }
    }
}

/// Expects that the body fails with this code and changes no row about people.
func expectNobodyChanged<Result>(
    _ code: ErrorCode, in tenant: TestTenant, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws {
    let before = try await tenant.peopleRows()
    await expectFailure(code, sourceLocation: sourceLocation, body)
    #expect(try await tenant.peopleRows() == before, sourceLocation: sourceLocation)
}
