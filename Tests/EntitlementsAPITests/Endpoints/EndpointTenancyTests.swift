import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("An endpoint is its tenant's")
struct EndpointTenancyTests {
    /// Operation, method, what follows the id, and the body.
    private static let routes: [(String, String, String, String?)] = [
        ("getEndpoint", "GET", "", nil),
        ("updateEndpoint", "PATCH", "", #"{"state":"off"}"#),
        ("deleteEndpoint", "DELETE", "", nil),
        ("rotateEndpointSecret", "POST", "/rotate_secret", #"{"at_once":true}"#),
        ("testEndpoint", "POST", "/test", nil),
        ("listDeliveries", "GET", "/deliveries", nil),
        ("replayEndpoint", "POST", "/replay", #"{"from_number":1}"#),
    ]

    private static func send(
        _ route: (String, String, String, String?), to id: String, with key: String?,
        _ api: TestAPI
    ) async throws -> RawHTTPResponse {
        try await api.send(
            route.0, route.1, "/v1/admin/endpoints/\(id)\(route.2)", key: key,
            headers: route.3 == nil ? [] : [("Content-Type", "application/json")],
            body: route.3.map { Array($0.utf8) })
    }

    @Test("each route refuses another tenant's key and id, unknown ids, read keys and no key")
    func refused() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            let foreign = try await other.createEndpoint()
            let own = try await api.tenant.createEndpoint()
            let before = try await other.endpoint(foreign)
            let otherKey = try await other.key(.secret)
            for route in Self.routes {
                for (id, key) in [
                    (foreign.uuidString, api.secretKey), (own.uuidString, otherKey),
                    (UUID().uuidString, api.secretKey), ("x", api.secretKey),
                ] {
                    let response = try await Self.send(route, to: id, with: key, api)
                    #expect(try response.refusal == "404 endpoint_not_found", "\(route.0)")
                }
                let read = try await Self.send(route, to: own.uuidString, with: api.readKey, api)
                #expect(read.status == 403, "\(route.0)")
                let none = try await Self.send(route, to: own.uuidString, with: nil, api)
                #expect(none.status == 401, "\(route.0)")
            }
            #expect(try await other.endpoint(foreign) == before)
            #expect(try await api.tenant.endpoint(own)["state"] == "on")
            let listed = try await api.get(
                "listEndpoints", "/v1/admin/endpoints", key: otherKey)
            let ids = try listed.json["data"]?.array?.map { $0["endpoint_id"] }
            #expect(ids == [.string(foreign.uuidString.lowercased())])
            let reader = try await api.get("listEndpoints", "/v1/admin/endpoints")
            #expect(reader.status == 403)
        }
    }

    @Test("each route works with the own key")
    func works() async throws {
        try await TestAPI.run { api in
            let own = try await api.tenant.createEndpoint("https://127.0.0.1:1/")
            for route in Self.routes where route.0 != "deleteEndpoint" {
                let response = try await Self.send(
                    route, to: own.uuidString, with: api.secretKey, api)
                #expect([200, 201].contains(response.status), "\(route.0): \(response.text)")
            }
            let delete = Self.routes[2]
            let first = try await Self.send(delete, to: own.uuidString, with: api.secretKey, api)
            #expect(first.status == 204)
            let second = try await Self.send(delete, to: own.uuidString, with: api.secretKey, api)
            #expect(try second.refusal == "404 endpoint_not_found")

            let audit = try await api.get(
                "listAuditEntries", "/v1/admin/audit_entries", key: api.secretKey)
            let entries = (try audit.json["data"]?.array ?? []).filter {
                $0["action"]?.string?.hasSuffix("_key") == false
            }
            #expect(
                entries.compactMap { $0["action"]?.string } == [
                    "delete_endpoint", "replay_endpoint", "rotate_endpoint_secret",
                    "update_endpoint", "create_endpoint",
                ])
            let actors = Set(entries.dropLast().compactMap { $0["actor"]?.string })
            #expect(actors.count == 1)
            #expect(actors.first?.hasPrefix("secret_key:") == true)
            #expect(actors.first != "secret_key:test", "the key of the request")
        }
    }

    @Test("wrong bodies and queries are refused, each at its place")
    func invalid() async throws {
        try await TestAPI.run { api in
            let own = try await api.tenant.createEndpoint().uuidString
            for (route, pointer) in [
                (("replayEndpoint", "POST", "/replay", #"{}"#), "/from_number"),
                (("replayEndpoint", "POST", "/replay", #"{"from_number":0}"#), "/from_number"),
                (("rotateEndpointSecret", "POST", "/rotate_secret", #"{"at_once":1}"#), "/at_once"),
                (("listDeliveries", "GET", "/deliveries?status=lost", nil), "/status"),
                (("listDeliveries", "GET", "/deliveries?cursor=-1", nil), "/cursor"),
                (("listDeliveries", "GET", "/deliveries?limit=101", nil), "/limit"),
            ] as [((String, String, String, String?), String)] {
                let response = try await Self.send(route, to: own, with: api.secretKey, api)
                #expect(response.status == 422, "\(route.2)")
                #expect(try response.pointers == [pointer])
            }
        }
    }
}
