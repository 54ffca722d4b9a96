import Crypto
package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

/// What an end user does with their own household.
package struct TestEndUser: Sendable {
    package let tenant: TestTenant
    package let appUserID: AppUserID

    /// Returns the code of an invite to the household that they own.
    package func invite(
        code: String = UUID().uuidString, key: String? = nil, at moment: Timestamp? = nil
    ) async throws -> String {
        _ = try await inviteAnswer(code: code, key: key, at: moment)
        return code
    }

    package func inviteAnswer(
        code: String, key: String?, at moment: Timestamp? = nil
    ) async throws -> RepeatableAnswer {
        try await tenant.database.callOne(
            CreateHouseholdInvite(
                codeDigest: Self.digest(of: code), idempotencyKey: key,
                requestDigest: key.map(Self.digest), ownerAppUserID: appUserID, asOf: moment),
            in: tenant.id)
    }

    package func revoke(_ invite: UUID) async throws {
        try await tenant.database.callOne(
            RevokeHouseholdInvite(inviteID: invite, ownerAppUserID: appUserID), in: tenant.id)
    }

    @discardableResult
    package func join(
        _ code: String, at moment: Timestamp? = nil
    ) async throws -> (isConfirmed: Bool, household: JSONValue) {
        let row = try await tenant.database.callOne(
            JoinMyHousehold(
                appUserID: appUserID, codeDigest: Self.digest(of: code), asOf: moment),
            in: tenant.id)
        return (row.isConfirmed, try JSONParser.parse(row.answer))
    }

    @discardableResult
    package func confirm(_ member: String) async throws -> JSONValue {
        let row = try await tenant.database.callOne(
            ConfirmHouseholdMember(appUserID: AppUserID(member), ownerAppUserID: appUserID),
            in: tenant.id)
        return try JSONParser.parse(row.json)
    }

    package func leave() async throws {
        try await tenant.database.callOne(
            LeaveMyHousehold(appUserID: appUserID), in: tenant.id)
    }

    package func remove(_ member: String) async throws {
        try await tenant.database.callOne(
            RemoveHouseholdMember(
                appUserID: AppUserID(member), because: "removed", ownerAppUserID: appUserID),
            in: tenant.id)
    }

    @discardableResult
    package func give(to member: String) async throws -> JSONValue {
        let row = try await tenant.database.callOne(
            TransferHousehold(appUserID: AppUserID(member), ownerAppUserID: appUserID),
            in: tenant.id)
        return try JSONParser.parse(row.json)
    }

    @discardableResult
    package func consume(
        _ limit: String, _ amount: Int32 = 1, reference: String? = nil,
        environment: String = "production"
    ) async throws -> JSONValue {
        let row = try await tenant.database.callOne(
            ConsumeMyLimit(
                appUserID: appUserID, limitID: limit, amount: amount, useReference: reference,
                environment: environment),
            in: tenant.id)
        return try JSONParser.parse(try row.outcome.get().json)
    }

    private static func digest(of text: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(text.utf8)))
    }
}

extension TestTenant {
    package func endUser(_ appUserID: String) -> TestEndUser {
        TestEndUser(tenant: self, appUserID: AppUserID(appUserID))
    }
}
