import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    static let endpoints = [
        ConsoleRoute(
            .get, "/console/{tenant}/endpoints", .signedIn { try await $0.showEndpoints() }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints", .signedIn { try await $0.createEndpoint() }),
        ConsoleRoute(
            .get, "/console/{tenant}/endpoints/{endpoint_id}",
            .signedIn { try await $0.showEndpoint($0.parameters[0]) }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/test",
            .signedIn { request in
                try await request.answered { answer, refusal in
                    try await request.showEndpoint(
                        request.parameters[0], tested: answer, refusal: refusal)
                } by: {
                    try await request.api.call(.post, "\(request.operation)/test")
                }
            }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/secret",
            .signedIn { request in
                try await request.answered { answer, refusal in
                    try await request.showEndpoint(
                        request.parameters[0], secret: answer?["secret"], refusal: refusal)
                } by: {
                    try await request.api.call(
                        .post, "\(request.operation)/rotate_secret",
                        .members(["at_once": .bool(request.form["at_once"] == "true")]),
                        idempotencyKey: request.form["idempotency_key"])
                }
            }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/state",
            .signedIn { request in
                try await request.actOnEndpoint("switched") {
                    _ = try await request.api.call(
                        .patch, request.operation,
                        .members(["state": .string(request.form["state"] ?? "")]))
                }
            }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/replay",
            .signedIn { request in
                try await request.actOnEndpoint("replayed") {
                    _ = try await request.api.call(
                        .post, "\(request.operation)/replay",
                        .members(["from_number": request.form.integer("from_number") ?? .null]))
                }
            }),
    ]
}

extension ConsoleRequest {
    private static var path: String { "/v1/admin/endpoints" }

    /// The path of the operations about the endpoint.
    fileprivate var operation: String { "\(Self.path)/\(encodedID)" }

    fileprivate func actOnEndpoint(
        _ done: String, _ body: () async throws -> Void
    ) async throws -> Response {
        try await act(done, then: place.path(.endpoint, parameters[0]), body) {
            try await showEndpoint(parameters[0], refusal: $0)
        }
    }

    fileprivate func showEndpoints(refusal: Failure? = nil) async throws -> Response {
        let list = try await api.get(Self.path)
        return try page(
            "endpoints", title: "Endpoints", area: "endpoints",
            [
                "table": EndpointView.table.shown(list["data"]?.array ?? [], in: place),
                "kinds": .array(EndpointView.kinds.map(JSONValue.string)),
                "url": form["url"].map(JSONValue.string) ?? .null,
            ], refusal: refusal)
    }

    /// Creates an endpoint, and shows it with its secret; the same form again shows the same.
    fileprivate func createEndpoint() async throws -> Response {
        let kinds = EndpointView.kinds.filter { form["kind_\($0)"] == "true" }
        let environments = ["production"] + (form["sandbox"] == "true" ? ["sandbox"] : [])
        do {
            let answer = try await api.call(
                .post, Self.path,
                .members([
                    "url": .string(form["url"] ?? ""),
                    "kinds": kinds.isEmpty ? .null : .array(kinds.map(JSONValue.string)),
                    "environments": .array(environments.map(JSONValue.string)),
                ]), idempotencyKey: form["idempotency_key"])
            return try await showEndpoint(
                answer["endpoint_id"]?.string ?? "", secret: answer["secret"])
        } catch let failure as Failure where failure.code != .internal {
            return try await showEndpoints(refusal: failure)
        }
    }

    fileprivate func showEndpoint(
        _ id: String, secret: JSONValue? = nil, tested: JSONValue? = nil, refusal: Failure? = nil
    ) async throws -> Response {
        let encoded = PercentEncoding.encoded(id)
        async let endpoint = api.get("\(Self.path)/\(encoded)")
        let list = try await list(
            "\(Self.path)/\(encoded)/deliveries", on: "endpoints/\(encoded)",
            filters: ["status"])
        let shown = try await endpoint
        return try page(
            "endpoint", title: "Endpoint", area: "endpoints",
            [
                "address": .string(place.path(.endpoint, id)), "secret": secret ?? .null,
                "tested": tested.map { EndpointView.tested($0, in: place) } ?? .null,
                "warnings": EndpointView.warnings(shown).shown(in: place),
                "facts": EndpointView.facts(shown, in: place),
                "is_on": .bool(EndpointView.isOn(shown)),
                "statuses": choices(EndpointView.statuses, of: "status"),
                "table": EndpointView.deliveries.shown(list.rows, in: place, next: list.next),
            ], refusal: refusal)
    }
}
