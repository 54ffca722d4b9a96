import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns an app user's referral code, and how many it brought.
    static func getReferral(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "getReferral", .get, "/v1/users/{app_user_id}/referral",
            .secret { request, tenant in
                try await .referral(
                    of: try request.appUserID(), in: tenant, database, codes, request)
            })
    }
}

extension Response {
    /// Answers with the app user's referral code; without one, they get a new code.
    static func referral(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database, _ codes: SecretCodes,
        _ request: APIRequest
    ) async throws -> Response {
        try request.expectNoQuery()
        // A second candidate, in case that another app user has the first.
        let candidates = (0..<2).map { _ in
            ReferralCode(bytes: codes.randomBytes(ReferralCode.byteCount))
        }
        return .answer(
            try await database.callOne(
                GetReferral(appUserID: appUserID, candidates: candidates), in: tenant))
    }
}
