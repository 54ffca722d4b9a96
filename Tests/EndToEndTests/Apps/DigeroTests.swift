import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    /// The life of Digero: a recipe box with a free tier, three products, codes and referrals.
    @Suite("Digero, from its tenant file alone")
    struct DigeroTests {
        @Test("the free tier, the three products, restores, codes, referrals and offers work")
        func life() async throws {
            let start = try SimulatedApp.present.advanced(byDays: -100)
            try await SimulatedApp.with("digero", at: start) { app in
                try await freeTier(app)
                try await monthly(app)
                try await annual(app)
                try await lifetimeAndOffer(app)
                try await restore(app)
                try await codes(app)
                try await referral(app)
            }
        }

        /// Ten recipes and three scans; the hard block names the upgrade and the moment.
        private func freeTier(_ app: SimulatedApp) async throws {
            for number in 1...10 {
                let saved = try await app.post(
                    "/v1/users/free/limits/recipes/consume",
                    ["reference": .string("recipe \(number)")])
                #expect(saved.status == 200)
            }
            let blocked = try await app.post("/v1/users/free/limits/recipes/consume", [:])
            #expect(blocked.status == 429)
            #expect(blocked.answer["upgrade"] == ["premium"])
            let deleted = try await app.post(
                "/v1/users/free/limits/recipes/release", ["reference": "recipe 3"])
            #expect(deleted.answer["remaining"] == 1)

            // The first scan was 29 days ago, so one is available tomorrow.
            let first = try SimulatedApp.present.advanced(byDays: -29)
            for body in [["used_at": .string(first.rfc3339)], [:], [:]] as [JSONValue] {
                #expect(
                    try await app.post("/v1/users/free/limits/scans/consume", body).status == 200)
            }
            #expect(try await app.post("/v1/users/free/limits/scans/consume", [:]).status == 429)
            let scans = try await app.get("/v1/users/free/limits")["limits"]?["scans"]
            #expect(scans?["remaining"] == 0)
            #expect(scans?["resets_at"] == .string(first.advanced(byDays: 30).rfc3339))
            for feature in ["meal_planning", "shopping_lists", "web_import"] {
                let answer = try await app.get("/v1/users/free/features/\(feature)")
                #expect(answer["is_allowed"] == true)
            }
            let unlimited = try await app.get("/v1/users/free/features/unlimited_scans")
            #expect(unlimited["is_allowed"] == false)
        }

        /// Bought, cancelled, used until its end, and free again.
        private func monthly(_ app: SimulatedApp) async throws {
            #expect(try await app.standing(of: "u_m", "premium") == "free -")
            try await app.buy("digero_premium_monthly", by: "u_m")
            #expect(try await app.standing(of: "u_m", "premium") == "premium active")
            try await app.act([
                "act": "break_payment", "app_user_id": "u_m",
                "product_id": "digero_premium_monthly",
            ])
            try await app.wait(days: 31)
            #expect(
                try await app.standing(of: "u_m", "premium").hasSuffix("billing_issue"))
            try await app.act([
                "act": "mend_payment", "app_user_id": "u_m",
                "product_id": "digero_premium_monthly",
            ])
            #expect(try await app.standing(of: "u_m", "premium") == "premium active")
            try await app.act([
                "act": "cancel", "app_user_id": "u_m", "product_id": "digero_premium_monthly",
            ])
            #expect(try await app.standing(of: "u_m", "premium") == "premium cancelled")
            try await app.wait(days: 32)
            #expect(try await app.standing(of: "u_m", "premium") == "free expired")
        }

        /// A trial of a week that becomes a paid year, changed from a month.
        private func annual(_ app: SimulatedApp) async throws {
            try await app.buy("digero_premium_annual", by: "u_a", offer: "trial")
            #expect(try await app.standing(of: "u_a", "premium") == "premium trialing")
            try await app.wait(days: 8)
            #expect(try await app.standing(of: "u_a", "premium") == "premium active")
            try await app.buy("digero_premium_monthly", by: "u_c")
            try await app.act([
                "act": "change_product", "app_user_id": "u_c",
                "product_id": "digero_premium_monthly", "new_product_id": "digero_premium_annual",
            ])
            let shown = try await app.get("/v1/users/u_c/entitlements/premium")
            #expect(shown["source"]?["product_id"] == "digero_premium_annual")
        }

        private func lifetimeAndOffer(_ app: SimulatedApp) async throws {
            try await app.buy("digero_premium_lifetime", by: "u_l")
            let shown = try await app.get("/v1/users/u_l/entitlements/premium")
            #expect(shown["is_active"] == true)
            #expect(shown["expires_at"] == .null)
            let use = try await app.post("/v1/users/u_l/limits/scans/consume", ["amount": 50])
            #expect(use.answer["is_unlimited"] == true)
            try await app.buy("digero_premium_annual", by: "u_o", offer: "promotional")
            let offers = try await app.get("/v1/admin/offers", with: "secret_key")
            #expect(offers["data"]?.array?.map { $0["offer_code"] } == ["half_price"])
        }

        /// A purchase and uses before the sign-up go with the account.
        private func restore(_ app: SimulatedApp) async throws {
            let phone = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            try await app.buy("digero_premium_annual", by: phone)
            let encoded = phone.replacing("$", with: "%24").replacing(":", with: "%3A")
            for id in [encoded, "user_clerk"] {
                let use = try await app.post(
                    "/v1/users/\(id)/limits/recipes/consume", ["amount": 2])
                #expect(use.status == 200)
            }
            let identified = try await app.post(
                "/v1/users/identify",
                ["anonymous_app_user_id": .string(phone), "app_user_id": "user_clerk"])
            #expect(identified.status == 200, "\(identified)")
            #expect(try await app.standing(of: "user_clerk", "premium") == "premium active")
            let limits = try await app.get("/v1/users/user_clerk/limits")
            #expect(limits["limits"]?["recipes"]?["used"] == 4)
            // Another account on the phone of u_o restores its purchase.
            try await app.act([
                "act": "restore", "app_user_id": "user_new", "purchases_of": "u_o",
            ])
            #expect(try await app.standing(of: "user_new", "premium") == "premium active")
        }

        private func codes(_ app: SimulatedApp) async throws {
            let path = "/v1/users/u_promo/codes/redeem"
            #expect(try await app.post(path, ["code": "welcome 27"]).status == 404)
            #expect(try await app.post(path, ["code": "welcome 26"]).status == 200)
            let shown = try await app.get("/v1/users/u_promo/entitlements/premium")
            #expect(shown["is_active"] == true)
            #expect(shown["source"]?["kind"] == "grant")
            let again = try await app.post(path, ["code": "welcome 26"])
            #expect(again.answer["outcome"] == "already_redeemed")
            let bought = try await app.post("/v1/users/u_l/codes/redeem", ["code": "WELCOME-26"])
            #expect(bought.status == 409)
        }

        /// A friend redeems the code and pays; the reward waits for its two weeks.
        private func referral(_ app: SimulatedApp) async throws {
            let path = "/v1/users/u_m/referral"
            let code = try #require(
                try await app.get(path, with: "secret_key")["referral_code"]?.string)
            let redeem = { (id: String) in
                try await app.post("/v1/users/\(id)/codes/redeem", ["code": .string(code)])
            }
            #expect(try await redeem("u_m").status == 409)
            #expect(try await redeem("u_friend").status == 200)
            let counts = try await app.get(path, with: "secret_key")
            #expect(counts["referral_code"] == .string(code))
            #expect(counts["redeemed"] == 1, "\(counts)")
        }
    }
}
