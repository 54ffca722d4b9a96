import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Explains why an app user may or may not do something, or might by what was known then.
    static func explainAccess(_ database: Database) -> Route {
        Route(
            "explainAccess", .get, "/v1/admin/users/{app_user_id}/explain",
            .support { request, tenant in
                let asked = try ExplainAccessRequest(reading: request)
                let question = try ExplainQuestion(asked)
                let explained = try await question.explanation(from: database, in: tenant)
                return .json { $0.members(ofJSON: explained.bytes) }
            })
    }
}

extension ExplainQuestion {
    fileprivate init(_ asked: ExplainAccessRequest) throws(Failure) {
        self.init(appUserID: asked.appUserID)
        entitlementID = asked.entitlementID
        featureID = asked.featureID
        limitID = asked.limitID
        transactionID = asked.transactionID
        environment = asked.environment
        asOf = asked.asOf
        knownAt = asked.knownAt
        let subjects = [
            ("entitlement_id", entitlementID), ("feature_id", featureID), ("limit_id", limitID),
        ]
        let named = subjects.filter { $0.1 != nil }.map(\.0)
        guard named.count <= 1 else {
            let names = subjects.map(\.0).joined(separator: ", ")
            throw QueryParameters.failure(named[1], "At most one of \(names).")
        }
        guard knownAt == nil || limitID == nil else {
            throw QueryParameters.failure("known_at", "It cannot be combined with limit_id.")
        }
    }
}
