import Entitlements
import TestSupport
import Testing

extension BinaryTests.Apps {
    /// BookWish sells on the web, too: Stripe bills there, and the example puts what it says.
    @Suite("Web sales by the example for Stripe")
    struct WebSaleTests {
        private let created = "customer.subscription.created"
        private let updated = "customer.subscription.updated"
        private let deleted = "customer.subscription.deleted"

        private static func withHearth(
            _ tenant: String, _ body: (RunningHearth, StripeWebhook) async throws -> Void
        ) async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                try await StripeWebhook.with(tenant, of: hearth) { try await body(hearth, $0) }
                #expect(await hearth.stop() == .status(0))
            }
        }

        /// The plan, and the status of its entitlement.
        private func standing(
            of appUserID: String, in tenant: String = "bookwish", _ hearth: RunningHearth,
            environment: String = "production"
        ) async throws -> String {
            let response = try await hearth.request(
                "GET", "/v1/users/\(appUserID)/entitlements?environment=\(environment)",
                authorization: "Bearer \(hearth.key("read_key", of: tenant))")
            let answer = try JSONParser.parse(response.body)
            let status = answer["entitlements"]?["premium"]?["status"]?.string
            return "\(answer["plan"]?.string ?? "-") \(status ?? "-")"
        }

        @Test("a subscription is sold, cancelled, taken back, unpaid and over, in any order")
        func subscription() async throws {
            let now = try SimulatedApp.present
            func day(_ number: Int64) -> Timestamp { now.advanced(byDays: number) }
            try await Self.withHearth("bookwish") { hearth, stripe async throws in
                var sold = StripeSubscription(
                    of: "reader", product: "premium_monthly", from: day(-20), days: 31)
                sold.status = "incomplete"
                #expect(try await stripe.send(created, sold.json, createdAt: day(-20)) == 204)
                #expect(try await standing(of: "reader", hearth) == "free -")
                sold.status = "active"
                for _ in 0..<2 {
                    #expect(try await stripe.send(updated, sold.json, createdAt: day(-20)) == 200)
                    #expect(try await standing(of: "reader", hearth) == "premium active")
                }
                var cancelled = sold
                cancelled.cancelledAt = day(-5)
                #expect(try await stripe.send(updated, cancelled.json, createdAt: day(-5)) == 200)
                #expect(try await standing(of: "reader", hearth) == "premium cancelled")
                // An earlier event comes late.
                #expect(try await stripe.send(updated, sold.json, createdAt: day(-10)) == 200)
                #expect(try await standing(of: "reader", hearth) == "premium cancelled")
                #expect(try await stripe.send(updated, sold.json, createdAt: day(-4)) == 200)
                #expect(try await standing(of: "reader", hearth) == "premium active")

                var unpaid = sold
                unpaid.status = "past_due"
                unpaid.periodStartsAt = day(-3)
                unpaid.periodEndsAt = day(28)
                #expect(try await stripe.send(updated, unpaid.json, createdAt: day(-3)) == 200)
                #expect(try await standing(of: "reader", hearth) == "premium billing_issue")
                unpaid.status = "canceled"
                (unpaid.cancelledAt, unpaid.endedAt) = (day(-1), day(-1))
                #expect(try await stripe.send(deleted, unpaid.json, createdAt: day(-1)) == 200)
                #expect(try await standing(of: "reader", hearth) == "free expired")
                // Of one second, the deletion is the later event, also if it came first.
                #expect(try await stripe.send(updated, sold.json, createdAt: day(-1)) == 200)
                #expect(try await standing(of: "reader", hearth) == "free expired")
            }
        }

        @Test("what Stripe did not sign gives nothing, and test events give it in the sandbox")
        func forged() async throws {
            let now = try SimulatedApp.present
            try await Self.withHearth("bookwish") { hearth, stripe async throws in
                let sold = StripeSubscription(
                    of: "forger", product: "premium_monthly",
                    from: now.advanced(byDays: -1), days: 31
                ).json
                let old = now.advanced(bySeconds: -400)
                #expect(
                    try await stripe.send(created, sold, createdAt: now, secret: "whsec_x") == 400)
                #expect(
                    try await stripe.send(created, sold, createdAt: now, signedAt: old) == 400)
                for signature in ["", "t=1", "t=x,v1=00", "v1=00", "t=²,v1=é"] {
                    #expect(try await stripe.post(sold.bytes, signature: signature) == 400)
                }
                #expect(try await standing(of: "forger", hearth) == "free -")
                #expect(
                    try await stripe.send(created, sold, createdAt: now, isLive: false) == 200)
                #expect(try await standing(of: "forger", hearth) == "free -")
                #expect(
                    try await standing(of: "forger", hearth, environment: "sandbox")
                        == "premium active")
                // What Hearth refuses, Stripe shows as failed and sends again.
                let unknown = StripeSubscription(
                    of: "reader", product: "no_such", from: now.advanced(byDays: -1), days: 31
                ).json
                #expect(try await stripe.send(created, unknown, createdAt: now) == 404)
            }
        }

        @Test("a payment once for all lasts until it is refunded, whichever event comes first")
        func charge() async throws {
            let paidAt = try SimulatedApp.present.advanced(byDays: -3)
            try await Self.withHearth("digero") { hearth, stripe async throws in
                for (user, kinds) in [
                    ("first", ["charge.succeeded"]),
                    ("second", ["charge.succeeded", "charge.refunded"]),
                    ("third", ["charge.refunded", "charge.succeeded"]),
                ] {
                    for kind in kinds {
                        let isRefund = kind == "charge.refunded"
                        let charge: JSONValue = [
                            "id": .string("ch_\(user)"), "payment_intent": .string("pi_\(user)"),
                            "status": "succeeded", "refunded": .bool(isRefund),
                            "created": .integer(paidAt.secondsSinceEpoch),
                            "metadata": [
                                "app_user_id": .string(user),
                                "product_id": "digero_premium_lifetime",
                            ],
                        ]
                        let at = paidAt.advanced(byDays: isRefund ? 1 : 0)
                        #expect(try await stripe.send(kind, charge, createdAt: at) == 200)
                    }
                    let status = user == "first" ? "premium lifetime" : "free refunded"
                    #expect(try await standing(of: user, in: "digero", hearth) == status)
                }
            }
        }
    }
}
