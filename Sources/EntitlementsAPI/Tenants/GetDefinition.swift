import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Answers a definition that was applied to the tenant, and what it changed.
    static func getDefinition(_ database: Database) -> Route {
        Route(
            "getDefinition", .get, "/v1/admin/definition",
            .secret { request, tenant in
                let asked = try GetDefinitionRequest(reading: request)
                let row = try await database.callOne(
                    GetDefinition(
                        definitionVersion: asked.definitionVersion,
                        comparedVersion: asked.comparedVersion),
                    in: tenant)
                return .json { json in
                    json.name("definition_version")
                    json.integer(row.shownVersion)
                    json.name("applied_at")
                    json.timestamp(row.appliedAt)
                    json.name("applied_by")
                    json.string(row.appliedBy)
                    json.name("source")
                    if let source = row.source { json.string(source) } else { json.null() }
                    json.name("definition")
                    json.json(row.definition)
                    json.name("changes")
                    json.json(row.changes)
                }
            })
    }
}
