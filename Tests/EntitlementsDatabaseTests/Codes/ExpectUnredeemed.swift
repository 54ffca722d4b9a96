import Entitlements
import TestSupport
import Testing

/// Expects that a code is refused with this code and that only the count of wrong codes changes.
func expectUnredeemed<Result>(
    _ code: ErrorCode, because reason: String? = nil, in tenant: TestTenant,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Result
) async throws {
    let before = try await tenant.codeRows()
    let failure = await #expect(throws: Failure.self, sourceLocation: sourceLocation) {
        _ = try await body()
    }
    #expect(failure?.code == code, sourceLocation: sourceLocation)
    if let reason {
        let members = try failure?.members.map { try JSONParser.parse($0) }
        #expect(members?["reason"] == .string(reason), sourceLocation: sourceLocation)
    }
    #expect(try await tenant.codeRows() == before, sourceLocation: sourceLocation)
}

extension TestTenant {
    /// The rows of codes and of the app users, as text.
    func codeRows() async throws -> [String] {
        let tables = [
            "code_campaigns", "codes", "code_redemptions", "grants", "purchases", "evidence",
            "app_users", "app_user_ids", "audit_entries",
        ]
        let queries = tables.map {
            "select '\($0) ' || to_jsonb(written)::text from entitlements.\($0) written "
                + "where tenant_id = '\(id)'"
        }
        return try await TestDatabase.shared.administer(
            queries.joined(separator: " union all ") + " order by 1"
        ).compactMap { $0.first ?? nil }
    }

    /// How many wrong codes were counted, by id; of the tenant under an empty text.
    func wrongCodes() async throws -> [String: String] {
        let rows = try await TestDatabase.shared.administer(
            """
            select app_user_id, sum(attempts) from entitlements.code_attempts
             where tenant_id = '\(id)' group by 1
            """)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
    }
}
