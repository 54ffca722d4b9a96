import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Referrals over HTTP")
struct GetReferralTests {
    @Test("a code is shown, passed on and redeemed, and a phone sees its own")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens { $0.referrals = .giving() }
            let shown = try await api.get(
                "getReferral", "/v1/users/u_ana/referral", key: api.secretKey)
            let code = try #require(try shown.json["referral_code"]?.string)
            let token = try TestAPI.token(of: "u_ben")
            let checked = try await api.me(
                "checkMyCode", "/v1/me/codes/check?code=\(code)", token: token)
            #expect(try checked.json["hold_days"] == 14)
            let redeemed = try await api.post(
                "redeemMyCode", "/v1/me/codes/redeem", ["code": .string(code.uppercased())],
                key: token, headers: [("Hearth-Tenant", api.tenant.slug)])
            #expect(try redeemed.json["outcome"] == "redeemed")
            #expect(try redeemed.json["referral_id"]?.string != nil)
            let again = try await api.post(
                "redeemCode", "/v1/users/u_ben/codes/redeem", ["code": .string(code)])
            #expect(try again.json["outcome"] == "already_redeemed")
            let own = try await api.post(
                "redeemCode", "/v1/users/u_ana/codes/redeem", ["code": .string(code)])
            #expect(try own.refusal == "409 code_not_for_you")
            #expect(try own.json["reason"] == "same_app_user")
            let mine = try await api.me("getMyReferral", "/v1/me/referral", token: token)
            #expect(try mine.json["redeemed"] == 0)
            let counted = try await api.get(
                "getReferral", "/v1/users/u_ana/referral", key: api.secretKey)
            #expect(try counted.json["redeemed"] == 1)
            #expect(try counted.json["referral_code"] == .string(code))
        }
    }

    @Test("a tenant without referrals, and a read key, are refused")
    func refused() async throws {
        try await TestAPI.run { api in
            let none = try await api.get(
                "getReferral", "/v1/users/u_ana/referral", key: api.secretKey)
            #expect(try none.refusal == "404 referrals_not_offered")
            let read = try await api.get("getReferral", "/v1/users/u_ana/referral")
            #expect(try read.refusal == "403 forbidden")
        }
    }
}
