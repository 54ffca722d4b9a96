import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    /// The tenant's setup and file, and its keys.
    static let setup = [
        ConsoleRoute(
            .get, "/console/{tenant}/tenant", .signedIn { try await $0.tenantPage() }),
        ConsoleRoute(
            .post, "/console/{tenant}/tenant",
            .signedIn { request in
                let file = (request.form["file"] ?? "").replacing("\r\n", with: "\n")
                return try await request.answered { plan, refusal in
                    try await request.tenantPage(file: file, planned: plan, refusal: refusal)
                } by: {
                    try await request.api.put("/v1/admin/catalog?dry_run=true", yaml: file)
                }
            }),
        ConsoleRoute(.get, "/console/{tenant}/keys", .signedIn { try await $0.keysPage() }),
        ConsoleRoute(
            .post, "/console/{tenant}/keys",
            .signedIn { request in
                try await request.answered(.createKey) {
                    try await request.keysPage(created: $0, refusal: $1)
                }
            }),
        ConsoleRoute(
            .post, "/console/{tenant}/keys/revoke",
            .signedIn { request in
                try await request.act(.revokeKey, then: "\(request.place.root)/keys") {
                    try await request.keysPage(refusal: $0)
                }
            }),
    ]
}

extension ConsoleRequest {
    /// Shows the setup and one version of the tenant file, the present one without `version`, and
    /// what a file would change, by an answer of `putCatalog` that changed nothing.
    fileprivate func tenantPage(
        file: String? = nil, planned: JSONValue? = nil, refusal: Failure? = nil
    ) async throws -> Response {
        let version = Place.query([("definition_version", query["version"])])
        async let setup = api.get("/v1/admin/setup")
        async let secrets = api.get("/v1/admin/secrets")
        async let history = api.get("/v1/admin/definitions")
        let shown = try await api.get("/v1/admin/definition\(version)")
        let written = (shown["definition"] ?? .null).indentedText
        return try page(
            "tenant", title: "Tenant", area: "tenant",
            [
                "checklist": SetupView.checklist(
                    try await setup, of: api.tenant, in: place),
                "secrets": SetupView.secrets.shown(
                    try await secrets["data"]?.array ?? [], in: place),
                "history": SetupView.history.shown(
                    try await history["data"]?.array ?? [], in: place),
                "version": shown["definition_version"] ?? .null,
                "is_present": .bool(query["version"] == nil),
                "applied_at": Moment.shown(shown["applied_at"], now: place.now),
                "applied_by": shown["applied_by"] ?? .null,
                "source": .string(shown["source"]?.string ?? written),
                "changes": SetupView.changes.shown(shown["changes"]?.array ?? [], in: place),
                "file": file.map(JSONValue.string) ?? .null,
                "planned": planned.map { SetupView.planned($0, in: place) } ?? .null,
            ], refusal: refusal)
    }

    /// Shows the keys, and a new one this once, by an answer of `createAPIKey`.
    fileprivate func keysPage(
        created: JSONValue? = nil, refusal: Failure? = nil
    ) async throws -> Response {
        let keys = try await api.get("/v1/admin/keys")
        return try page(
            "keys", title: "Keys", area: "keys",
            [
                "table": SetupView.keys(own: session.principal.keyID).shown(
                    keys["data"]?.array ?? [], in: place),
                "created": created ?? .null,
                "create": OperationForm.createKey.shown(to: "\(place.root)/keys"),
            ], refusal: refusal)
    }
}
