import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    /// The life of Iris: exports paid one by one, styles kept for ever, three images a month.
    @Suite("Iris, from its tenant file alone")
    struct IrisTests {
        @Test("exports, styles, the free images and the planned subscription work")
        func life() async throws {
            let start = try SimulatedApp.present.advanced(byDays: -10)
            try await SimulatedApp.with("iris", at: start) { app in
                try await exports(app)
                try await styles(app)
                try await images(app)
            }
        }

        /// Each purchase pays for one image; two charges are seen, and a refund stands at its own.
        private func exports(_ app: SimulatedApp) async throws {
            let spend = { (image: String) in
                try await app.post(
                    "/v1/users/u_1/credits/hd_export/spend", ["reference": .string(image)])
            }
            #expect(try await spend("eye 1").status == 409)
            try await app.buy("hd_export", by: "u_1")
            #expect(try await spend("eye 1").status == 200)
            // The export is asked for again; it is paid already.
            #expect(try await spend("eye 1").status == 200)
            #expect(try await spend("eye 2").status == 409)
            try await app.wait(days: 1)
            try await app.buy("hd_export", by: "u_1")
            #expect(try await spend("eye 2").status == 200)
            try await app.act("refund", "hd_export", of: "u_1")
            let charges = try await app.get("/v1/users/u_1/transactions")["data"]?.array ?? []
            #expect(charges.map { $0["product_kind"] } == ["consumable", "consumable"])
            #expect(charges.filter { $0["refunded_at"] != .null }.count == 1)
        }

        private func styles(_ app: SimulatedApp) async throws {
            try await app.buy("premium_styles", by: "u_2")
            let standing = try await app.standing(of: "u_2", "premium_styles")
            #expect(standing == "premium_styles lifetime")
            let shown = try await app.get("/v1/users/u_2/entitlements/premium_styles")
            #expect(shown["source"]?["plan_type"] == "lifetime")
            #expect(shown["expires_at"] == .null)
            try await app.act([
                "act": "restore", "app_user_id": "u_new", "purchases_of": "u_2",
            ])
            let restored = try await app.standing(of: "u_new", "premium_styles")
            #expect(restored == "premium_styles lifetime")
        }

        /// Three a month, then the hard limit names the upgrade; Pro lifts it and has the styles.
        private func images(_ app: SimulatedApp) async throws {
            let path = "/v1/users/u_3/limits/ai_generations/consume"
            for _ in 1...3 { #expect(try await app.post(path, [:]).status == 200) }
            let blocked = try await app.post(path, [:])
            #expect(blocked.status == 429)
            #expect(blocked.answer["upgrade"] == ["pro"])
            try await app.buy("pro_monthly", by: "u_3")
            let lifted = try await app.post(path, [:])
            #expect(lifted.answer["is_unlimited"] == true, "\(lifted)")
            for feature in ["premium_styles", "exports_without_watermark", "ai_generation"] {
                let answer = try await app.get("/v1/users/u_3/features/\(feature)")
                #expect(answer["is_allowed"] == true, "\(feature)")
            }
        }
    }
}
