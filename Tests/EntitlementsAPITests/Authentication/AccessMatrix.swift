import Entitlements
import EntitlementsDatabase
import TestSupport

@testable import EntitlementsAPI

/// A credential that the access matrix sends to every operation.
struct MatrixCredential: Sendable {
    let name: String
    /// The scheme of the document that it satisfies; nil if no operation that takes credentials
    /// lets it in.
    var scheme: String?
    /// What operations refuse it with that take keys but not this one; tokens and webhooks have
    /// one refusal each.
    var keyRefusal = "401 unauthorized"
    let authorization: String?
    var tenant: String?
    var signingSecret: String?

    func headers(for body: [UInt8]) -> [(String, String)] {
        let signature = signingSecret.map {
            RevenueCatEvent.signature(of: body, secret: $0, at: TestAPI.now)
        }
        return [
            ("Authorization", authorization), ("Hearth-Tenant", tenant),
            ("X-RevenueCat-Webhook-Signature", signature),
        ].compactMap { name, value in value.map { (name, $0) } }
    }
}

extension MatrixCredential {
    static let keySchemes: Set = ["readKey", "supportKey", "secretKey", "adminKey"]
    static let webhookSchemes: Set = ["webhookAuthorization", "webhookSignature"]

    /// Refusals that say something about the caller.
    static let refusals: Set = [
        "401 unauthorized", "401 token_refused", "401 token_superseded",
        "401 webhook_unauthorized", "403 forbidden", "404 tenant_not_found",
    ]

    /// Returns what an operation that takes these schemes refuses this credential with; nil if it
    /// lets it in.
    func refusal(by schemes: Set<String>) -> String? {
        if schemes.isEmpty { return nil }
        if let scheme, schemes.contains(scheme) { return nil }
        if !schemes.isDisjoint(with: Self.keySchemes) {
            // A read key of another tenant is first of all a read key; so is a support key.
            let kind = ["read", "support"].first { name == "another's \($0) key" }
            let isAllowed = kind.map { schemes.contains("\($0)Key") } ?? true
            return isAllowed ? keyRefusal : "403 forbidden"
        }
        return schemes == ["endUserToken"] ? "401 token_refused" : "401 webhook_unauthorized"
    }

    /// The credentials of a running API: each that works, and the ways in which one does not.
    static func all(_ api: TestAPI, _ mechanism: WebhookMechanism) async throws -> [Self] {
        let working = try await working(api, mechanism)
        return try await working + foreign(api) + revoked(api)
    }

    private static func working(
        _ api: TestAPI, _ mechanism: WebhookMechanism
    ) async throws -> [Self] {
        let slug = api.tenant.slug
        let isByValue = mechanism == .authorization
        return [
            Self(name: "none", authorization: nil, tenant: slug),
            Self(
                name: "read key", scheme: "readKey", keyRefusal: "403 forbidden",
                authorization: "Bearer \(api.readKey)", tenant: slug),
            Self(
                name: "support key", scheme: "supportKey", keyRefusal: "403 forbidden",
                authorization: "Bearer \(try await api.tenant.key(.support))", tenant: slug),
            Self(
                name: "secret key", scheme: "secretKey", keyRefusal: "403 forbidden",
                authorization: "Bearer \(api.secretKey)", tenant: slug),
            Self(
                name: "admin key", scheme: "adminKey", keyRefusal: "403 forbidden",
                authorization: "Bearer \(api.adminKey)", tenant: slug),
            Self(
                name: "token", scheme: "endUserToken",
                authorization: "Bearer \(try TestAPI.token(of: "u_42"))", tenant: slug),
            Self(
                name: "webhook's value", scheme: isByValue ? "webhookAuthorization" : nil,
                authorization: TestAPI.webhookAuthorization, tenant: slug),
            Self(
                name: "webhook's signature", scheme: isByValue ? nil : "webhookSignature",
                authorization: nil, tenant: slug, signingSecret: TestAPI.webhookSigningSecret),
        ]
    }

    /// Credentials of another tenant, and an admin key without one.
    private static func foreign(_ api: TestAPI) async throws -> [Self] {
        let (slug, other) = (api.tenant.slug, try await TestTenant.create())
        let secret = "the secret of another tenant, as long..."
        try await other.takeTokens()
        try await other.setTokenSecret(secret)
        try await other.seal("Bearer of another", .authorization, slot: 1)
        let token = try TestTokens.token(of: "u_42", at: TestAPI.now, secret: secret)
        return [
            Self(
                name: "another's read key", keyRefusal: "404 tenant_not_found",
                authorization: "Bearer \(try await other.key(.read))", tenant: slug),
            Self(
                name: "another's support key", keyRefusal: "404 tenant_not_found",
                authorization: "Bearer \(try await other.key(.support))", tenant: slug),
            Self(
                name: "another's secret key", keyRefusal: "404 tenant_not_found",
                authorization: "Bearer \(try await other.key(.secret))", tenant: slug),
            Self(
                name: "admin key for no tenant", keyRefusal: "404 tenant_not_found",
                authorization: "Bearer \(api.adminKey)", tenant: "no-such-tenant"),
            Self(
                name: "admin key without a tenant", keyRefusal: "400 invalid_request",
                authorization: "Bearer \(api.adminKey)"),
            Self(name: "another's token", authorization: "Bearer \(token)", tenant: slug),
            Self(
                name: "another's webhook value", authorization: "Bearer of another", tenant: slug,
                signingSecret: "whsec of another"),
        ]
    }

    private static func revoked(_ api: TestAPI) async throws -> [Self] {
        var revoked: [Self] = []
        for kind in [APIKey.Kind.read, .support, .secret, .admin] {
            let text = try await api.tenant.key(kind)
            let keyID = APIKey(parsing: text)?.keyID ?? ""
            if kind == .admin {
                _ = try await api.tenant.database.call(RevokeAdminKey(keyID: keyID))
            } else {
                _ = try await api.tenant.database.call(
                    RevokeAPIKey(keyID: keyID, actor: "test"), in: api.tenant.id)
            }
            revoked.append(
                Self(
                    name: "revoked \(kind) key", authorization: "Bearer \(text)",
                    tenant: api.tenant.slug))
        }
        let expired = try TestAPI.token(of: "u_42", claims: ["exp": 1])
        return revoked + [
            Self(
                name: "expired token", authorization: "Bearer \(expired)", tenant: api.tenant.slug)
        ]
    }
}
