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
                try await request.answered(.testEndpoint, of: request.endpoint) {
                    try await request.showEndpoint(
                        request.parameters[0], tested: $0, refusal: $1)
                }
            }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/secret",
            .signedIn { request in
                try await request.answered(.rotateSecret, of: request.endpoint) {
                    try await request.showEndpoint(
                        request.parameters[0], secret: $0?["secret"], refusal: $1)
                }
            }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/switch_on",
            .signedIn { try await $0.actOnEndpoint(.switchOn) }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/switch_off",
            .signedIn { try await $0.actOnEndpoint(.switchOff) }),
        ConsoleRoute(
            .post, "/console/{tenant}/endpoints/{endpoint_id}/replay",
            .signedIn { try await $0.actOnEndpoint(.replay) }),
    ]
}

extension ConsoleRequest {
    private static var path: String { "/v1/admin/endpoints" }

    /// The parameter of operations about the endpoint.
    fileprivate var endpoint: [String: String] { ["endpoint_id": parameters[0]] }

    fileprivate func actOnEndpoint(_ form: OperationForm) async throws -> Response {
        try await act(form, of: endpoint, then: place.path(.endpoint, parameters[0])) {
            try await showEndpoint(parameters[0], refusal: $0)
        }
    }

    fileprivate func showEndpoints(refusal: Failure? = nil) async throws -> Response {
        let list = try await api.get(Self.path)
        return try page(
            "endpoints", title: "Endpoints", area: "endpoints",
            [
                "table": EndpointView.table.shown(list["data"]?.array ?? [], in: place),
                "add": shown(.addEndpoint, to: "\(place.root)/endpoints", after: refusal),
            ], refusal: refusal)
    }

    /// Creates an endpoint, and shows it with its secret; the same form again shows the same.
    fileprivate func createEndpoint() async throws -> Response {
        do {
            let answer = try await carryOut(.addEndpoint)
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
        let address = place.path(.endpoint, id)
        async let endpoint = api.get("\(Self.path)/\(encoded)")
        let list = try await list(
            "\(Self.path)/\(encoded)/deliveries", on: "endpoints/\(encoded)",
            filters: ["status"])
        let shown = try await endpoint
        let switched = EndpointView.isOn(shown) ? OperationForm.switchOff : .switchOn
        return try page(
            "endpoint", title: "Endpoint", area: "endpoints",
            [
                "address": .string(address), "secret": secret ?? .null,
                "test": OperationForm.testEndpoint.shown(to: "\(address)/test"),
                "switch": switched.shown(to: "\(address)/\(switched.name)"),
                "replay": OperationForm.replay.shown(to: "\(address)/replay"),
                "rotate": OperationForm.rotateSecret.shown(to: "\(address)/secret"),
                "tested": tested.map { EndpointView.tested($0, in: place) } ?? .null,
                "warnings": EndpointView.warnings(shown).shown(in: place),
                "facts": EndpointView.facts(shown, in: place),
                "statuses": choices(EndpointView.statuses, of: "status"),
                "table": EndpointView.deliveries.shown(list.rows, in: place, next: list.next),
            ], refusal: refusal)
    }
}
