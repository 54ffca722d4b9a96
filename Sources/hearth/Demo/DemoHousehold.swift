import Curl
import Entitlements

/// Puts two demo people into a household, over HTTP like an app's backend: one pays, both have
/// access.
///
/// Idempotent: the next start changes nothing.
struct DemoHousehold: Sendable {
    let server: LocalServer
    let keys: KeyRing

    static let member = "demo_member"

    func found(in tenant: TenantDefinition) async throws {
        guard tenant.entitlements.contains(where: \.isShared) else { return }
        let present = try await send("GET", "/v1/users/\(Self.member)/household", to: tenant)
        guard present["household_id"] == nil else { return }
        let household = try await post(
            "/v1/households", ["owner_app_user_id": .string(DemoPeople.activePerson)], to: tenant)
        guard let id = household["household_id"]?.string else { return }
        let invite = try await post("/v1/households/\(id)/invites", [:], to: tenant)
        guard let code = invite["invite_code"] else { return }
        _ = try await post(
            "/v1/households/join", ["app_user_id": .string(Self.member), "code": code], to: tenant)
    }

    private func post(
        _ path: String, _ fields: [String: JSONValue], to tenant: TenantDefinition
    ) async throws -> JSONValue {
        var body = JSONObject()
        for (name, value) in fields { body[name] = value }
        return try await send("POST", path, JSONValue.object(body).bytes, to: tenant)
    }

    /// Returns the answer, also of 404 and 409.
    private func send(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, to tenant: TenantDefinition
    ) async throws -> JSONValue {
        let key = keys.tenants[tenant.slug.rawValue]?.secretKey.text ?? ""
        let response = try await server.send(
            method, path,
            headers: [
                ("content-type", "application/json"), ("authorization", "Bearer \(key)"),
                ("idempotency-key", "demo:\(path)"),
            ],
            body: body)
        guard [200, 201, 404, 409].contains(response.status) else {
            throw OperatorMessage(
                "the demo household was not accepted", why: "\(path) answered \(response.status)",
                advice: "Start with --no-demo instead.", exitStatus: .defect)
        }
        return try JSONParser.parse(response.body)
    }
}
