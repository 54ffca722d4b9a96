import Entitlements
import HTTPTypes
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Null in the fields of a request body")
struct NullFieldTests {
    /// A property of a request body, by its names from the outside in.
    private struct Property {
        let names: [String]
        /// Whether the property is an array, and null its only element.
        var isElement = false
        let isNullable: Bool

        var pointer: String { names.map { "/" + $0 }.joined() + (isElement ? "/0" : "") }

        /// A body in which this property is null, and only its companions are given.
        func body(beside companions: JSONValue?) -> JSONValue {
            names.reversed().enumerated().reduce(isElement ? [nil] : nil) { value, step in
                var object = step.offset == 0 ? companions?.object ?? JSONObject() : JSONObject()
                object[step.element] = value
                return .object(object)
            }
        }
    }

    /// What must be given beside some properties, so that a route looks at them.
    private static let companions: [String: JSONValue] = [
        "putCampaign /gives/duration": ["entitlement_id": "plus"],
        "putCampaign /gives/lifetime": ["entitlement_id": "plus"],
        "putCampaign /gives/extends": ["entitlement_id": "plus", "lifetime": true],
        "revokeCodes /reason": ["code": "SPRING"],
        "revokeCodes /take_back": ["code": "SPRING"],
    ]

    @Test("null is a value of a field, or an element, only where the contract says so")
    func nulls() async throws {
        let contract = try Contract.shared()
        let routes = try await TestAPI.routes()
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            var count = 0
            for route in routes where route.operationID != "receiveWebhookEvent" {
                for property in properties(of: route, in: contract) {
                    let name = "\(route.operationID) \(property.pointer)"
                    let body = property.body(beside: Self.companions[name])
                    let response = try await send(body, to: route, api)
                    let isRefused = try response.pointers.contains(property.pointer)
                    #expect(isRefused != property.isNullable, "\(name): \(response.text)")
                    count += 1
                }
            }
            #expect(count > 80)
        }
    }

    @Test("the contract allows null in RevenueCat's events where they are taken with it")
    func webhooks() async throws {
        let contract = try Contract.shared()
        let webhook: JSONValue = ["$ref": "#/components/schemas/RevenueCatWebhook"]
        let schema = Schema(schema: webhook, document: contract.document)
        let event: JSONValue = ["id": "null", "type": "TEST"]
        let bodies: [JSONValue] = [
            ["event": event], ["api_version": nil, "event": event],
            ["api_version": "1.0", "event": ["id": "null", "type": "TEST", "aliases": nil]],
            ["api_version": "1.0", "event": nil], ["event": ["id": nil, "type": "TEST"]],
            ["event": ["id": "null", "type": nil]], ["event": [nil]], [nil], nil,
        ]
        try await TestAPI.run { api in
            for body in bodies {
                let isTaken = try await api.deliver(body.bytes).status == 200
                #expect(isTaken == schema.problems(with: body).isEmpty, "\(body)")
            }
        }
    }

    private func send(
        _ body: JSONValue, to route: Route, _ api: TestAPI
    ) async throws -> RawHTTPResponse {
        let segments = route.path.text.split(separator: "/").map {
            $0.first == "{" ? "00000000-0000-4000-8000-000000000001" : String($0)
        }
        var key = api.secretKey
        var headers = [("Content-Type", "application/json")]
        if case .endUser = route.access {
            key = try TestAPI.token(of: "u_42")
            headers.append(("Hearth-Tenant", api.tenant.slug))
        }
        return try await api.send(
            route.operationID, route.method.rawValue, "/" + segments.joined(separator: "/"),
            key: key, headers: headers, body: body.bytes)
    }

    private func properties(of route: Route, in contract: Contract) -> [Property] {
        let operation = contract.operations.first { $0.id == route.operationID }
        let body = operation?.description["requestBody"].map(contract.resolved)
        guard let schema = body?["content"]?["application/json"]?["schema"] else { return [] }
        return properties(of: schema, at: [], in: contract)
    }

    private func properties(
        of schema: JSONValue, at names: [String], in contract: Contract
    ) -> [Property] {
        let schema = contract.resolved(schema)
        let parts = ((schema["allOf"]?.array ?? []) + (schema["oneOf"]?.array ?? []))
            .filter { !$0.isCondition }
        let members = schema["properties"]?.object?.members ?? []
        return parts.flatMap { properties(of: $0, at: names, in: contract) }
            + members.flatMap { member in
                let path = names + [member.name]
                let nulls = Schema(schema: member.value, document: contract.document)
                    .problems(with: .null)
                return [Property(names: path, isNullable: nulls.isEmpty)]
                    + element(of: member.value, at: path, in: contract)
                    + properties(of: member.value, at: path, in: contract)
            }
    }

    private func element(
        of schema: JSONValue, at names: [String], in contract: Contract
    ) -> [Property] {
        let schema = contract.resolved(schema)
        guard let element = schema["items"] else { return [] }
        let nulls = Schema(schema: element, document: contract.document).problems(with: .null)
        return [Property(names: names, isElement: true, isNullable: nulls.isEmpty)]
    }
}
