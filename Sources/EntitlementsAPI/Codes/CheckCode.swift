import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns what a code would give an app user.
    static func checkCode(_ database: Database) -> Route {
        Route(
            "checkCode", .get, "/v1/users/{app_user_id}/codes/check",
            .secret { request, tenant in
                try await .checked(
                    for: try request.appUserID(), in: tenant, issuer: nil, database, request)
            })
    }
}

extension Response {
    /// Checks the code in the request's query, for the end user of an issuer or with a key.
    static func checked(
        for appUserID: AppUserID, in tenant: TenantID, issuer: String?, _ database: Database,
        _ request: APIRequest
    ) async throws -> Response {
        let query = try request.query(allowing: ["code"])
        guard let code = query["code"], PresentedCode.bytesRange.contains(code.utf8.count) else {
            let range = PresentedCode.bytesRange
            throw query.problem(
                "code", "Expected \(range.lowerBound) to \(range.upperBound) bytes.")
        }
        let call = CheckCode(
            appUserID: appUserID, codeDigest: PromoCode.digest(of: code), issuer: issuer)
        return .answer(try await database.callOne(call, in: tenant).outcome.get())
    }
}
