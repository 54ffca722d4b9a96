import Crypto
package import Entitlements
import EntitlementsDatabase
package import FoundationEssentials

/// An invite with its code.
///
/// The database gets only the code's digest.
package struct TestInvite: Sendable {
    package let id: UUID
    package let codeDigest: [UInt8]
    package let expiresAt: String
}

extension TestTenant {
    /// Creates a household and returns its id.
    @discardableResult
    package func found(_ owner: String, at moment: Timestamp? = nil) async throws -> UUID {
        let row = try await database.callOne(
            CreateHousehold(
                ownerAppUserID: AppUserID(owner), name: nil, ignoreCooldown: false,
                idempotencyKey: nil,
                requestDigest: nil, asOf: moment),
            in: id)
        return try Self.uuid("household_id", of: try JSONParser.parse(row.json))
    }

    /// Creates a household whose other members join by invites.
    @discardableResult
    package func found(
        _ owner: String, with members: [String], at moment: Timestamp? = nil
    ) async throws -> UUID {
        let household = try await found(owner, at: moment)
        for member in members {
            let invite = try await invite(to: household, at: moment)
            try await join(member, by: invite, at: moment)
        }
        return household
    }

    @discardableResult
    package func invite(
        to household: UUID, code: String = UUID().uuidString, at moment: Timestamp? = nil
    ) async throws -> TestInvite {
        let digest = Array(SHA256.hash(data: Array(code.utf8)))
        let row = try await database.callOne(
            CreateHouseholdInvite(
                householdID: HouseholdID(household), codeDigest: digest, idempotencyKey: nil,
                requestDigest: nil, asOf: moment),
            in: id)
        let answer = try JSONParser.parse(row.json)
        return TestInvite(
            id: try Self.uuid("invite_id", of: answer), codeDigest: digest,
            expiresAt: answer["expires_at"]?.string ?? "")
    }

    /// Joins, and returns the household as the joiner sees it.
    @discardableResult
    package func join(
        _ appUserID: String, by invite: TestInvite, ignoringCooldown: Bool = false,
        at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            JoinHousehold(
                appUserID: AppUserID(appUserID), codeDigest: invite.codeDigest,
                ignoreCooldown: ignoringCooldown, asOf: moment),
            in: id)
        return try JSONParser.parse(row.answer)
    }

    package func leave(
        _ appUserID: String, _ household: UUID, because: String = "left",
        at moment: Timestamp? = nil
    ) async throws {
        _ = try await database.callOne(
            RemoveHouseholdMember(
                householdID: HouseholdID(household), appUserID: AppUserID(appUserID),
                because: because, asOf: moment),
            in: id)
    }

    /// The household, or nil if it does not exist.
    package func household(_ household: UUID, at moment: Timestamp? = nil) async throws
        -> JSONValue?
    {
        let call = GetHousehold(householdID: HouseholdID(household), asOf: moment)
        return try await database.call(call, in: id).first.map { try JSONParser.parse($0.json) }
    }

    /// The members of a household, in order of joining.
    package func members(of household: UUID, at moment: Timestamp? = nil) async throws -> [String] {
        let shown = try await self.household(household, at: moment)
        return shown?["members"]?.array?.compactMap { $0["app_user_id"]?.string } ?? []
    }

    /// The violated invariants.
    package func invariantViolations() async throws -> [String] {
        try await database.call(ListInvariantViolations(), in: id).map {
            "\($0.violation) \($0.subject)"
        }
    }

    private struct AbsentID: Error {
        let name: String
    }

    private static func uuid(_ name: String, of answer: JSONValue) throws -> UUID {
        guard let text = answer[name]?.string, let uuid = UUID(uuidString: text) else {
            throw AbsentID(name: name)
        }
        return uuid
    }
}
