import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Explains an app user's plan and entitlements, all at one moment.
    static func explainEntitlements(_ database: Database) -> Route {
        Route(
            "explainEntitlements", .get, "/v1/admin/users/{app_user_id}/explanations",
            .support { request, tenant in
                let asked = try ExplainEntitlementsRequest(reading: request)
                let row = try await asked.answer(from: database, in: tenant)
                let explained = try JSONParser.parse(row.json)
                let shown = { (explanation: JSONValue) in
                    ExplainQuestion.shown(
                        explanation, of: asked.appUserID, asOf: row.asOf, knownAt: asked.knownAt)
                }
                return .json { json in
                    json.name("plan")
                    json.value(shown(explained["plan"] ?? .null))
                    json.name("entitlements")
                    json.beginObject()
                    for member in explained["entitlements"]?.object?.members ?? [] {
                        json.name(member.name)
                        json.value(shown(member.value))
                    }
                    json.endObject()
                }
            })
    }
}

extension ExplainEntitlementsRequest {
    fileprivate func answer(from database: Database, in tenant: TenantID) async throws -> Answer {
        guard let knownAt else {
            return try await database.callOne(
                ExplainEntitlements(appUserID: appUserID, environment: environment, asOf: asOf),
                in: tenant)
        }
        return try await database.callOne(
            RecallExplanations(
                appUserID: appUserID, environment: environment, asOf: asOf, knownAt: knownAt),
            in: tenant)
    }
}
