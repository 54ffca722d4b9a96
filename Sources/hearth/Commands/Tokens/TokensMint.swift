import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Tokens

/// Signs a token of an end user, for trying an app without its identity provider.
struct TokensMint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mint", abstract: "Sign a token of an end user, in development only.",
        discussion: """
            Signs as the tenant's first issuer that shares a secret (HS256). The token lasts an \
            hour. Set the secret first, with hearth tenants secrets set --kind token-secret.

            Example: hearth tokens mint myapp u_42
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The app user id.")
    var user: String

    @Flag(help: "The app user has not signed up.")
    var anonymous = false

    @OptionGroup var database: DatabaseOption

    static let lifetimeSeconds: Int64 = 3_600

    func run() async throws {
        try await database.run { installation in
            guard installation.isPrivate || installation.isDevelopment else {
                throw OperatorMessage(
                    "the token was not signed", why: "anyone who has it could act as \(user)",
                    advice: "Not in production? Set HEARTH_ENVIRONMENT=development.",
                    exitStatus: .invalidConfiguration)
            }
            let id = try await installation.tenantID(tenant)
            let rows = try await installation.database.call(GetTokenIssuers(), in: id)
            let found = rows.lazy.compactMap { row in
                row.algorithms.contains(TokenAlgorithm.hs256.rawValue)
                    ? (row, [row.firstSecret, row.secondSecret].compactMap(\.self)) : nil
            }.first { !$0.1.isEmpty }
            guard let (row, slots) = found else { throw noSecret(rows.map(\.issuer)) }
            let secret = try installation.secretBox().openSome(
                of: slots, for: TokenSecret.sealingContext(of: row.issuer, of: id))[0]
            let claims = try claims(by: TenantDefinition.TokenIssuer(row), at: systemTime())
            print(CompactToken.signed(claims, by: secret))
        }
    }

    private func claims(
        by issuer: TenantDefinition.TokenIssuer, at now: Timestamp
    ) throws -> JSONValue {
        guard user.hasPrefix(issuer.appUserIDPrefix) else {
            throw OperatorMessage(
                "the token was not signed",
                why: "app users of \(issuer.issuer) begin with \(issuer.appUserIDPrefix)",
                exitStatus: .invalidData)
        }
        var claims = JSONObject()
        claims["iss"] = .string(issuer.issuer)
        claims["sub"] = .string(String(user.dropFirst(issuer.appUserIDPrefix.count)))
        claims["aud"] = issuer.audience.map { .string($0) }
        claims["azp"] = issuer.authorizedParties.min().map { .string($0) }
        claims["iat"] = .integer(now.secondsSinceEpoch)
        claims["exp"] = .integer(now.secondsSinceEpoch + Self.lifetimeSeconds)
        claims[issuer.anonymousClaim] = .bool(anonymous)
        return .object(claims)
    }

    private func noSecret(_ issuers: [String]) -> OperatorMessage {
        OperatorMessage(
            "the token was not signed", why: "no issuer of \(tenant) shares a secret",
            advice: issuers.first.map {
                "Run `openssl rand -hex 32 | hearth tenants secrets set \(tenant) "
                    + "--kind token-secret --issuer \($0)`."
            } ?? "Name an issuer with the algorithm HS256 below end_users in the tenant file.",
            exitStatus: .invalidData)
    }
}
