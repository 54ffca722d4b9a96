import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    /// The life of YapMate: two plans, the larger of which contains the smaller.
    @Suite("YapMate, from its tenant file alone")
    struct YapmateTests {
        private let pro = "com.yapmate.pro.monthly"
        private let trade = "com.yapmate.trade.monthly"

        @Test("the scenarios of its document work, and what its support looks up")
        func life() async throws {
            let start = try SimulatedApp.present.advanced(byDays: -100)
            try await SimulatedApp.with("yapmate", at: start) { app in
                try await trialAndUpgrade(app)
                try await graceAndRefund(app)
                try await invoices(app)
                try await support(app)
            }
        }

        /// A trial that becomes Pro, an upgrade to Trade in the middle, and its end.
        private func trialAndUpgrade(_ app: SimulatedApp) async throws {
            try await app.buy(pro, by: "u_1", offer: "trial")
            #expect(try await app.standing(of: "u_1", "pro") == "pro trialing")
            try await app.wait(days: 8)
            #expect(try await app.standing(of: "u_1", "pro") == "pro active")
            try await app.act([
                "act": "change_product", "app_user_id": "u_1", "product_id": .string(pro),
                "new_product_id": .string(trade),
            ])
            #expect(try await app.standing(of: "u_1", "trade") == "trade active")
            // Trade implies Pro.
            #expect(try await app.standing(of: "u_1", "pro") == "trade active")
            let now = try await app.now.rfc3339
            for feature in ["bank_details", "vat_support"] {
                let answer = try await app.get("/v1/users/u_1/features/\(feature)?as_of=\(now)")
                #expect(answer["is_allowed"] == true, "\(feature)")
            }
            try await app.act("cancel", trade, of: "u_1")
            #expect(try await app.standing(of: "u_1", "trade") == "trade cancelled")
            try await app.wait(days: 32)
            #expect(try await app.standing(of: "u_1", "trade") == "free expired")
        }

        /// A failed payment keeps access for its grace; a refund takes it at once.
        private func graceAndRefund(_ app: SimulatedApp) async throws {
            try await app.buy(pro, by: "u_2")
            try await app.act("break_payment", pro, of: "u_2")
            try await app.wait(days: 31)
            #expect(try await app.standing(of: "u_2", "pro") == "pro billing_issue")
            try await app.act("mend_payment", pro, of: "u_2")
            #expect(try await app.standing(of: "u_2", "pro") == "pro active")
            try await app.act("refund", pro, of: "u_2")
            #expect(try await app.standing(of: "u_2", "pro") == "free refunded")
        }

        /// A free account creates five invoices a month, and Pro any number.
        private func invoices(_ app: SimulatedApp) async throws {
            for (id, statuses) in [
                ("u_3", Array(repeating: 200, count: 5) + [429]),
                ("u_4", Array(repeating: 200, count: 6)),
            ] {
                if id == "u_4" {
                    let granted = try await app.post(
                        "/v1/users/u_4/grants",
                        ["entitlement_id": "trade", "reason": "A test.", "duration": "P1M"])
                    #expect(granted.status == 201, "\(granted.answer)")
                }
                for status in statuses {
                    let used = try await app.post("/v1/users/\(id)/limits/invoices/consume", [:])
                    #expect(used.status == status, "\(id)")
                }
            }
        }

        /// "I was charged twice", and "the webhook does not fire".
        private func support(_ app: SimulatedApp) async throws {
            let charges = try await app.get("/v1/users/u_2/transactions")["data"]?.array ?? []
            #expect(charges.count == 2, "\(charges)")
            #expect(charges.filter { $0["refunded_at"] != .null }.count == 1)
            let status = try await app.get("/v1/admin/webhooks", with: "secret_key")
            #expect(status["last_received_at"]?.string != nil)
            #expect(status["refused"] == .null)
            let refunds = try await app.get(
                "/v1/admin/webhook_events?app_user_id=u_2&type=CANCELLATION", with: "secret_key")
            let refund = try #require(refunds["data"]?.array?.first?["event_id"]?.string)
            let event = try await app.get(
                "/v1/admin/webhook_events/\(refund)", with: "secret_key")
            #expect(event["body"]?["event"]?["app_user_id"] == "u_2")
        }
    }
}
