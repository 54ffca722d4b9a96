import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    /// The life of Stockpot: a kitchen whose household shares one subscription.
    @Suite("Stockpot, from its tenant file alone")
    struct StockpotTests {
        private let product = "stockpot_plus_monthly"

        @Test("the gate, a purchase before the sign-up, and the household work")
        func life() async throws {
            // RevenueCat's clock passes the server's before the household begins.
            let start = try SimulatedApp.present.advanced(byDays: -33)
            try await SimulatedApp.with("stockpot", at: start) { app in
                try await gate(app)
                try await beforeSignUp(app)
                try await household(app)
            }
        }

        /// A feature of Plus, a free one, and the whole life of a subscription.
        private func gate(_ app: SimulatedApp) async throws {
            #expect(try await app.standing(of: "u_1", "plus") == "free -")
            try await app.buy(product, by: "u_1")
            #expect(try await app.standing(of: "u_1", "plus") == "plus active")
            for (feature, person, isAllowed) in [
                ("labs", "u_1", true), ("labs", "nobody", false), ("pantry", "nobody", true),
            ] {
                let answer = try await app.get(
                    "/v1/users/\(person)/features/\(feature)?as_of=\(try await app.now.rfc3339)")
                #expect(answer["is_allowed"] == .bool(isAllowed), "\(feature) \(person)")
            }
            try await app.act("cancel", product, of: "u_1")
            #expect(try await app.standing(of: "u_1", "plus") == "plus cancelled")
            try await app.wait(days: 32)
            #expect(try await app.standing(of: "u_1", "plus") == "free expired")
        }

        /// What was an orphan before: bought without an account, and claimed by signing in.
        private func beforeSignUp(_ app: SimulatedApp) async throws {
            let phone = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            try await app.buy(product, by: phone)
            let orphans = try await app.get("/v1/orphans", with: "secret_key")
            #expect(orphans["data"]?.array?.count == 1)
            let identified = try await app.post(
                "/v1/users/identify",
                ["anonymous_app_user_id": .string(phone), "app_user_id": "u_2"])
            #expect(identified.status == 200, "\(identified)")
            try await app.act(["act": "log_in", "app_user_id": .string(phone), "to": "u_2"])
            #expect(try await app.standing(of: "u_2", "plus") == "plus active")
            let none = try await app.get("/v1/orphans", with: "secret_key")
            #expect(none["data"] == [])
        }

        /// One pays, the other uses it, and both lose it with a refund.
        private func household(_ app: SimulatedApp) async throws {
            let founded = try await app.post("/v1/households", ["owner_app_user_id": "u_2"])
            let id = try #require(founded.answer["household_id"]?.string)
            let invite = try await app.post("/v1/households/\(id)/invites", [:])
            let code = try #require(invite.answer["invite_code"], "\(invite)")
            let joined = try await app.post(
                "/v1/households/join", ["app_user_id": "u_3", "code": code])
            #expect(joined.status < 300, "\(joined)")
            try await app.wait(days: 2)
            #expect(try await app.standing(of: "u_3", "plus") == "plus active")
            let now = try await app.now.rfc3339
            let shown = try await app.get("/v1/users/u_3/entitlements/plus?as_of=\(now)")
            #expect(shown["source"]?["kind"] == "household")
            #expect(shown["source"]?["app_user_id"] == "u_2")
            #expect(shown["source"]?["plan_type"] == "monthly")
            #expect(shown["source"]?["management_url"] == .null)
            try await app.act("break_payment", product, of: "u_2")
            try await app.wait(days: 30)
            for person in ["u_2", "u_3"] {
                let standing = try await app.standing(of: person, "plus")
                #expect(standing == "plus billing_issue")
            }
            try await app.act("mend_payment", product, of: "u_2")
            try await app.act("refund", product, of: "u_2")
            for person in ["u_2", "u_3"] {
                #expect(try await app.standing(of: person, "plus") == "free refunded")
            }
        }
    }
}
