import Entitlements
import EntitlementsDatabase
import TestSupport

extension TestTenant {
    /// Creates a tenant with these token issuers.
    static func create(trusting issuers: [String]) async throws -> TestTenant {
        try await create { $0.tokenIssuers = issuers.map(TokenIssuers.policy) }
    }

    func issuers() async throws -> [GetTokenIssuers.Row] {
        try await database.call(GetTokenIssuers(), in: id)
    }

    @discardableResult
    func setTokenSecret(
        _ issuer: String, _ slot: Int32?, _ sealed: [UInt8], isDryRun: Bool = false
    ) async throws -> SetSecret.Row {
        try await database.callOne(
            SetSecret(
                kind: "token_secret", name: issuer, slot: slot, sealed: sealed, isDryRun: isDryRun),
            in: id)
    }

    func deleteTokenSecret(_ issuer: String, _ slot: Int32) async throws {
        _ = try await database.call(
            DeleteSecret(kind: "token_secret", name: issuer, slot: slot), in: id)
    }

    /// The first byte of each issuer's sealed secrets.
    func tokenSecrets() async throws -> [[UInt8?]] {
        try await issuers().map { [$0.firstSecret?.first, $0.secondSecret?.first] }
    }
}

enum TokenIssuers {
    static func policy(_ issuer: String) -> TenantDefinition.TokenIssuer {
        var policy = TenantDefinition.TokenIssuer(
            issuer: issuer, algorithms: [.hs256], audience: "authenticated")
        policy.appUserIDPrefix = "\(issuer):"
        return policy
    }
}
