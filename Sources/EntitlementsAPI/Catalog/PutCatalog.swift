import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import TenantFiles

extension Route {
    /// Applies the tenant's file, or says what it would change.
    static func putCatalog(_ database: Database) -> Route {
        Route(
            "putCatalog", .put, "/v1/admin/catalog",
            .secretWithActor { request, tenant, actor in
                let asked = try PutCatalogRequest(reading: request)
                let text = try await request.tenantFile()
                return .answer(
                    try await database.callOne(
                        PutCatalog(
                            ApplyTenant(
                                try TenantDefinition(reading: text), source: text,
                                appliedBy: actor.name, allowsRemoval: asked.allowRemoval,
                                isDryRun: asked.dryRun)),
                        in: tenant))
            })
    }
}

extension APIRequest {
    private static let mediaTypes = ["application/yaml", "text/yaml"]

    fileprivate func tenantFile() async throws -> String {
        try expect(Self.mediaTypes)
        let bytes = try await bodyBytes()
        guard bytes.count <= TenantFile.maximumBytes else {
            throw Failure(
                .payloadTooLarge, "A tenant file is limited to \(TenantFile.maximumBytes) bytes.",
                fix: "Shorten the tenant file; no setting raises this limit.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.invalidRequest, "The tenant file is not UTF-8 text.")
        }
        return text
    }
}

extension TenantDefinition {
    fileprivate init(reading text: String) throws(Failure) {
        do {
            self = try TenantFile.parse(yaml: text)
        } catch {
            throw Failure(
                .validationFailed, "The tenant file is not valid.", pointers: error.problems)
        }
    }
}
