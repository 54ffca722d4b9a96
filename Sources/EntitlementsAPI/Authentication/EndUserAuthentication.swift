import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Logging
import RevenueCat
import Tokens

/// Authenticates end users by their tokens.
struct EndUserAuthentication: Sendable {
    let database: Database
    let tenants: TenantDirectory
    let tokens: TokenDirectory
    let rates: EndUserRates
    let refusals: RefusedTokens
    let now: @Sendable () -> Timestamp

    /// Returns the end user of the request's token and tenant.
    ///
    /// Throws `token_refused` for a wrong token or an unknown tenant. Throws `token_superseded` if
    /// the anonymous end user has been identified since, and `too_many_requests` for too many
    /// changes.
    func endUser(of request: APIRequest) async throws -> EndUser {
        guard let bearer = try request.bearer() else {
            throw Failure(
                .tokenRefused,
                "This route needs an end user's token: Authorization: Bearer <token>.")
        }
        let token: CompactToken
        do throws(TokenError) {
            token = try CompactToken(parsing: bearer)
        } catch {
            var reason = error.rawValue
            if APIKey(parsing: bearer) != nil { reason = "api_key" }
            if WebhookSecretText.isLike(bearer) { reason = "webhook_secret" }
            throw await refusal(reason, logger: request.logger)
        }
        guard let named = try request.headerField(.hearthTenant) else {
            throw Failure(.invalidRequest, "Set Hearth-Tenant to the token's tenant.")
        }
        guard let tenant = try await tenants.tenant(named: named) else {
            throw await refusal("unknown_tenant", logger: request.logger)
        }
        let endUser = try await endUser(token, of: tenant.id, request.logger)
        if endUser.isAnonymous { try await requireAnonymous(endUser, request.logger) }
        if ![.get, .head].contains(request.head.method) {
            try rates.take(
                by: endUser.appUserID, in: tenant.id, perMinute: tenant.writesPerMinute)
        }
        return endUser
    }

    /// Returns the end user of a token in a body, such as a proof.
    ///
    /// The end user may have been identified since; the caller must check that.
    func endUser(
        token text: String, tenant: TenantID, logger: Logger
    ) async throws -> EndUser {
        let token: CompactToken
        do throws(TokenError) {
            token = try CompactToken(parsing: text)
        } catch {
            throw await refusal(error.rawValue, of: tenant, logger: logger)
        }
        return try await endUser(token, of: tenant, logger)
    }

    private func endUser(
        _ token: CompactToken, of tenant: TenantID, _ logger: Logger
    ) async throws -> EndUser {
        let verifier = try await tokens.verifier(of: tenant)
        do throws(TokenError) {
            let identity = try await verifier.verify(token, at: now())
            return EndUser(
                tenant: tenant, appUserID: identity.appUserID, isAnonymous: identity.isAnonymous,
                issuer: identity.issuer)
        } catch .secretUnreadable {
            throw Failure(
                .secretUnreadable, "The secret of the token's issuer was sealed with another key.")
        } catch {
            throw await refusal(error.rawValue, of: tenant, logger: logger)
        }
    }

    /// Refuses an anonymous end user who has been identified since.
    private func requireAnonymous(_ endUser: EndUser, _ logger: Logger) async throws {
        do {
            try await database.callOne(
                RequireAnonymous(appUserID: endUser.appUserID), in: endUser.tenant)
        } catch let failure as Failure where failure.code == .tokenSuperseded {
            _ = await refusal("superseded", of: endUser.tenant, logger: logger)
            throw failure
        }
    }

    /// Notes the reason.
    ///
    /// The caller gets one answer for all reasons, so that trying tokens reveals nothing.
    private func refusal(
        _ reason: String, of tenant: TenantID? = nil, logger: Logger
    ) async -> Failure {
        var slug: String?
        if let tenant { slug = await database.slug(of: tenant) }
        refusals.note(reason, tenant: slug, at: now(), logger: logger)
        return Failure(
            .tokenRefused, "The token is wrong, has expired, or belongs to another tenant.")
    }
}
