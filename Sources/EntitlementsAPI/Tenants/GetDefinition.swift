import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Answers a definition that was applied to the tenant, and what it changed.
    static func getDefinition(_ database: Database) -> Route {
        Route(
            "getDefinition", .get, "/v1/admin/definition",
            .secret { request, tenant in
                let query = try request.query(
                    allowing: ["definition_version", "compared_version"])
                let row = try await database.callOne(
                    GetDefinition(
                        definitionVersion: try query.version("definition_version"),
                        comparedVersion: try query.version("compared_version")),
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

extension QueryParameters {
    /// Returns the version of a definition, or nil if the parameter is absent.
    fileprivate func version(_ name: String) throws(Failure) -> Int64? {
        guard let text = self[name] else { return nil }
        guard let number = Int64(text), number >= 1 else {
            throw problem(name, "Expected a version, which listDefinitions answers.")
        }
        return number
    }
}
