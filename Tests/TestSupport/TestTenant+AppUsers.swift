package import Entitlements
import EntitlementsDatabase

extension TestTenant {
    /// An app user with purchases, as in the API; nil for an unknown id.
    package func person(
        _ appUserID: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        let rows = try await database.call(
            GetAppUser(appUserID: AppUserID(appUserID), asOf: moment), in: id)
        return try rows.first.map { try JSONParser.parse($0.json) }
    }

    /// The first entry of an app user's list: `subscriptions`, `purchases` or `grants`.
    package func first(
        of list: String = "subscriptions", of appUserID: String = "u_42",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await person(appUserID, at: moment)?[list]?.array?.first
    }
}
