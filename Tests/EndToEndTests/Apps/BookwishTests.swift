import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    /// The life of BookWish: one tier, and webhooks that are signed.
    @Suite("BookWish, from its tenant file alone")
    struct BookwishTests {
        private let product = "premium_monthly"

        @Test("its eight types of events work, signed, and an unsigned one is refused and counted")
        func life() async throws {
            let start = try SimulatedApp.present.advanced(byDays: -100)
            try await SimulatedApp.with("bookwish", at: start) { app in
                try await subscription(app)
                try await transfer(app)
                try await unsigned(app)
            }
        }

        /// Bought, renewed, cancelled and taken back, unpaid and paid, cancelled and over.
        private func subscription(_ app: SimulatedApp) async throws {
            try await app.buy(product, by: "u_1")
            try await app.wait(days: 31)
            #expect(try await app.standing(of: "u_1", "premium") == "premium active")
            for (act, status) in [("cancel", "cancelled"), ("uncancel", "active")] {
                try await app.act(act, product, of: "u_1")
                #expect(try await app.standing(of: "u_1", "premium") == "premium \(status)")
            }
            try await app.act("break_payment", product, of: "u_1")
            try await app.wait(days: 31)
            #expect(try await app.standing(of: "u_1", "premium") == "premium billing_issue")
            try await app.act("mend_payment", product, of: "u_1")
            try await app.act("cancel", product, of: "u_1")
            try await app.wait(days: 32)
            #expect(try await app.standing(of: "u_1", "premium") == "free expired")
        }

        private func transfer(_ app: SimulatedApp) async throws {
            try await app.buy(product, by: "u_2")
            try await app.act(["act": "see", "app_user_id": "u_3"])
            try await app.act(["act": "transfer", "app_user_id": "u_2", "to": "u_3"])
            #expect(try await app.standing(of: "u_3", "premium") == "premium active")
            #expect(try await app.standing(of: "u_2", "premium").hasPrefix("free"))
        }

        private func unsigned(_ app: SimulatedApp) async throws {
            let refused = try await app.hearth.request(
                "POST", "/v1/webhooks/revenuecat/bookwish",
                headers: ["X-RevenueCat-Webhook-Signature": "t=1,v1=00"],
                body: Array(#"{"event": {"id": "forged", "type": "TEST"}}"#.utf8))
            #expect(refused.status == 401)
            let status = try await app.get("/v1/admin/webhooks", with: "secret_key")
            #expect(status["refused"]?["count"] == 1, "\(status)")
            #expect(status["last_event_id"] != "forged")
        }
    }
}
