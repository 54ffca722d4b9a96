package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    package func confirm(
        _ appUserID: String, in household: UUID, at moment: Timestamp? = nil
    ) async throws {
        _ = try await database.callOne(
            ConfirmHouseholdMember(
                householdID: HouseholdID(household), appUserID: AppUserID(appUserID), asOf: moment),
            in: id)
    }

    package func give(
        _ household: UUID, to appUserID: String, at moment: Timestamp? = nil
    ) async throws {
        _ = try await database.callOne(
            TransferHousehold(
                householdID: HouseholdID(household), appUserID: AppUserID(appUserID), asOf: moment),
            in: id)
    }

    package func dissolve(_ household: UUID, at moment: Timestamp? = nil) async throws {
        try await database.callOne(
            DissolveHousehold(householdID: HouseholdID(household), asOf: moment), in: id)
    }

    package func revoke(
        _ invite: TestInvite, of household: UUID, at moment: Timestamp? = nil
    ) async throws {
        try await database.callOne(
            RevokeHouseholdInvite(
                householdID: HouseholdID(household), inviteID: invite.id, asOf: moment),
            in: id)
    }

    @discardableResult
    package func review(
        _ household: UUID, at moment: Timestamp? = nil
    ) async throws -> ReviewHousehold.Row {
        try await database.callOne(
            ReviewHousehold(householdID: HouseholdID(household), asOf: moment), in: id)
    }

    /// The app user's household, or nil.
    package func household(
        of appUserID: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        let call = GetAppUserHousehold(appUserID: AppUserID(appUserID), asOf: moment)
        return try await database.call(call, in: id).first.map { try JSONParser.parse($0.json) }
    }

    package func owner(of household: UUID, at moment: Timestamp? = nil) async throws -> String? {
        try await self.household(household, at: moment)?["owner_app_user_id"]?.string
    }

    /// The tenant's households, ordered by id.
    package func households() async throws -> [UUID] {
        let call = ListHouseholdFindings(pageLimit: 100, afterHouseholdID: nil)
        return try await database.call(call, in: id).map(\.householdID.uuid)
    }

    /// The findings of the tenant's households, ordered by household id.
    package func findings(at moment: Timestamp? = nil) async throws -> [JSONValue] {
        let call = ListHouseholdFindings(pageLimit: 100, afterHouseholdID: nil, asOf: moment)
        return try await database.call(call, in: id).flatMap {
            try JSONParser.parse($0.findings).array ?? []
        }
    }
}

extension TestTenant {
    /// The reason of each departure, by app user id.
    package func departures() async throws -> [String: String] {
        let rows = try await TestDatabase.shared.administer(
            "select app_user_id, left_because from entitlements.household_members "
                + "where tenant_id = '\(id)' and left_because is not null")
        return Dictionary(rows.map { ($0[0] ?? "", $0[1] ?? "") }) { first, _ in first }
    }

    /// All rows about households, to detect a write.
    package func householdRows() async throws -> [String] {
        let tables = [
            "households", "household_members", "household_owners", "household_invites",
            "household_reviews", "idempotent_answers", "app_users", "app_user_ids",
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
