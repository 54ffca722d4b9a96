import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Explains why an app user may or may not do something, or might by what was known then.
    static func explainAccess(_ database: Database) -> Route {
        Route(
            "explainAccess", .get, "/v1/admin/users/{app_user_id}/explain",
            .secret { request, tenant in
                let appUserID = try request.appUserID()
                let question = try ExplainQuestion(request, about: appUserID)
                let row = try await question.answer(from: database, in: tenant)
                let explained = ExplanationWords.english.explained(try JSONParser.parse(row.json))
                return .json { json in
                    json.name("app_user_id")
                    json.string(appUserID.rawValue)
                    json.name("as_of")
                    json.timestamp(row.asOf)
                    if let knownAt = question.knownAt {
                        json.name("known_at")
                        json.timestamp(knownAt)
                    }
                    json.members(ofJSON: explained.bytes)
                }
            })
    }
}

extension ExplainQuestion {
    fileprivate init(_ request: APIRequest, about appUserID: AppUserID) throws(Failure) {
        let subjects = ["entitlement_id", "feature_id", "limit_id"]
        let query = try request.query(
            allowing: subjects + ["transaction_id", "environment", "as_of", "known_at"])
        let named = subjects.filter { query[$0] != nil }
        guard named.count <= 1 else {
            throw query.problem(named[1], "At most one of \(subjects.joined(separator: ", ")).")
        }
        self.init(appUserID: appUserID)
        entitlementID = query["entitlement_id"]
        featureID = query["feature_id"]
        limitID = query["limit_id"]
        transactionID = try query.text("transaction_id", maximumBytes: 1500)
        environment = try query.environment()
        asOf = try query.timestamp("as_of")
        knownAt = try query.timestamp("known_at")
        guard knownAt == nil || limitID == nil else {
            throw query.problem("known_at", "It cannot be combined with limit_id.")
        }
    }
}
