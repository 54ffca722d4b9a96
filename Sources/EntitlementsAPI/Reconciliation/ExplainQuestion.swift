import Entitlements
import EntitlementsDatabase

/// A question for an explanation: the app user, the subject, the moment, and what counts as known.
struct ExplainQuestion: Sendable {
    let appUserID: AppUserID
    var entitlementID: String?
    var featureID: String?
    var limitID: String?
    var transactionID: String?
    var environment = "production"
    var asOf: Timestamp?
    /// Only what had been heard by then counts; not about a limit.
    var knownAt: Timestamp?

    init(appUserID: AppUserID) {
        self.appUserID = appUserID
    }

    /// Returns the explanation as the API answers it.
    func explanation(from database: Database, in tenant: TenantID) async throws -> JSONValue {
        let row = try await answer(from: database, in: tenant)
        return Self.shown(
            try JSONParser.parse(row.json), of: appUserID, asOf: row.asOf, knownAt: knownAt)
    }

    /// Returns the database's answer, whose parts have codes and no sentences yet.
    func answer(from database: Database, in tenant: TenantID) async throws -> Answer {
        if let knownAt {
            return try await database.callOne(
                RecallExplanation(
                    appUserID: appUserID, entitlementID: entitlementID, featureID: featureID,
                    transactionID: transactionID, environment: environment, asOf: asOf,
                    knownAt: knownAt),
                in: tenant)
        }
        return try await database.callOne(
            ExplainAccess(
                appUserID: appUserID, entitlementID: entitlementID, featureID: featureID,
                limitID: limitID, transactionID: transactionID, environment: environment,
                asOf: asOf),
            in: tenant)
    }

    /// Returns an explanation of the database as the API answers it: with sentences, and of which
    /// app user and moments it is.
    static func shown(
        _ explanation: JSONValue, of appUserID: AppUserID, asOf: Timestamp, knownAt: Timestamp?
    ) -> JSONValue {
        var shown = JSONObject()
        shown["app_user_id"] = .string(appUserID.rawValue)
        shown["as_of"] = .string(asOf.rfc3339)
        shown["known_at"] = knownAt.map { .string($0.rfc3339) }
        for member in ExplanationWords.english.explained(explanation).object?.members ?? [] {
            shown[member.name] = member.value
        }
        return .object(shown)
    }
}
