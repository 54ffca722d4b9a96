package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    /// Grants an entitlement, `plus` unless the change says otherwise, and returns the grant.
    ///
    /// Without a duration or an end it never ends.
    @discardableResult
    package func grant(
        _ entitlement: String? = "plus", to appUserID: String, for duration: String? = nil,
        environment: String = "production", bySupport: Bool = false, key: String? = nil,
        at moment: Timestamp? = nil, _ change: (inout CreateGrant.Grant) -> Void = { _ in }
    ) async throws -> JSONValue {
        var grant = CreateGrant.Grant(reason: "A test.")
        grant.entitlementID = entitlement
        grant.duration = duration
        change(&grant)
        let row = try await database.callOne(
            CreateGrant(
                appUserID: AppUserID(appUserID), grant: grant, actor: "secret_key:test",
                environment: environment, idempotencyKey: key,
                requestDigest: key.map { _ in Array(repeating: 7, count: 32) },
                bySupport: bySupport, asOf: moment),
            in: id)
        return try JSONParser.parse(row.json)
    }

    @discardableResult
    package func revoke(
        grant: UUID?, of appUserID: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            RevokeGrant(
                appUserID: AppUserID(appUserID), grantID: grant ?? UUID(),
                actor: "secret_key:other", reason: "Enough.", asOf: moment),
            in: id)
        return try JSONParser.parse(answer.json)
    }

    /// The app user's grants, newest first.
    package func grants(
        of appUserID: String, at moment: Timestamp? = nil
    ) async throws -> [JSONValue] {
        try await database.call(
            ListGrants(
                appUserID: AppUserID(appUserID), pageLimit: 100, beforeGrantedAt: nil,
                beforeGrantID: nil, asOf: moment),
            in: id
        ).map { try JSONParser.parse($0.answer) }
    }
}

extension JSONValue {
    /// The id of a grant.
    package var grantID: UUID? {
        self["grant_id"]?.string.flatMap { UUID(uuidString: $0) }
    }
}
