import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Sends every kind of credential to every operation of the document, so a new operation is
/// tested without a line here.
@Suite("Each operation lets in the callers that its security names, and no others")
struct AccessMatrixTests {
    @Test(
        "every credential at every operation",
        arguments: [WebhookMechanism.authorization, .signature])
    func matrix(webhook mechanism: WebhookMechanism) async throws {
        let contract = try Contract.shared()
        try await TestAPI.run(webhook: [mechanism]) { api in
            try await api.tenant.takeTokens {
                $0.webhooks.authentication = [mechanism]
            }
            let credentials = try await MatrixCredential.all(api, mechanism)
            for operation in contract.operations {
                let schemes = try #require(
                    operation.schemes, "\(operation.id): write its security, [] for everyone")
                // Only the webhook's route depends on what the tenant requires of RevenueCat.
                let isWebhook = !schemes.isDisjoint(with: MatrixCredential.webhookSchemes)
                for credential in credentials where isWebhook || mechanism == .authorization {
                    try await expect(credential, at: operation, of: schemes, api)
                }
            }
        }
    }

    @Test("the test has a credential for each scheme of the document")
    func schemes() async throws {
        let contract = try Contract.shared()
        let described = contract.document["components"]?["securitySchemes"]?.object?.members ?? []
        let known = MatrixCredential.keySchemes.union(MatrixCredential.webhookSchemes)
            .union(["endUserToken"])
        #expect(Set(described.map(\.name)) == known, "add a credential to MatrixCredential")
        let named = contract.operations.compactMap(\.schemes).reduce(into: Set()) {
            $0.formUnion($1)
        }
        #expect(named == known)
    }

    @Test("an operation without security is seen")
    func absence() {
        let operation = Contract.Operation(
            id: "new", method: "get", path: "/v1/new", description: ["summary": "It is new."])
        #expect(operation.schemes == nil)
    }

    /// Sends a request that changes nothing: it has an unknown parameter, and a body of no use.
    private func expect(
        _ credential: MatrixCredential, at operation: Contract.Operation,
        of schemes: Set<String>, _ api: TestAPI
    ) async throws {
        let segments = operation.path.split(separator: "/").map { segment in
            segment == "{tenant_slug}" ? api.tenant.slug : segment.first == "{" ? "x" : "\(segment)"
        }
        let body = operation.method == "get" ? nil : Array("{}".utf8)
        let type = body.map { _ in [("Content-Type", "application/json")] } ?? []
        let response = try await api.send(
            operation.id, operation.method.uppercased(),
            "/" + segments.joined(separator: "/") + "?nonsense=1",
            headers: credential.headers(for: body ?? []) + type, body: body)
        let answer = "\(response.status) \((try? response.code) ?? "no code")"
        let wanted = credential.refusal(by: schemes)
        let isRefused = MatrixCredential.refusals.contains(answer)
        #expect(
            wanted.map { $0 == answer } ?? !isRefused,
            "\(operation.id) answers \(answer) to \(credential.name): \(wanted ?? "let it in")")
    }
}

extension Contract.Operation {
    /// The schemes that the operation's `security` names; nil if it has none.
    fileprivate var schemes: Set<String>? {
        description["security"]?.array.map { alternatives in
            Set(alternatives.flatMap { $0.object?.members.map(\.name) ?? [] })
        }
    }
}
