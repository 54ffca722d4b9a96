import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests each of RevenueCat's documented event types alone.
@Suite("Types of webhook events")
struct WebhookEventTypeTests {
    private static let bought = RevenueCatEvent.defaultPurchase

    private static func day(_ day: Int64) -> Timestamp { bought.advanced(byDays: day) }

    /// A single event, and the access it gives ten days after the default purchase.
    struct Case: Sendable, CustomTestStringConvertible {
        let event: RevenueCatEvent
        let standing: TestTenant.Standing
        var appUserID = RevenueCatEvent.defaultAppUserID

        var testDescription: String { event.fields["type"]?.string ?? "" }
    }

    private static let cases: [Case] = [
        Case(event: .initialPurchase(), standing: .active("active")),
        Case(event: .initialPurchase().asTrial, standing: .active("trialing")),
        Case(event: .renewal(purchasedAt: bought), standing: .active("active")),
        Case(
            event: .nonRenewingPurchase(product: RevenueCatEvent.defaultProduct),
            standing: .active("active")),
        Case(event: .promotionalGrant(), standing: .active("granted")),
        Case(event: .cancellation(), standing: .active("cancelled")),
        Case(event: .refund(), standing: .inactive("refunded")),
        Case(event: .uncancellation(), standing: .active("active")),
        Case(event: .billingIssue(at: day(1)), standing: .active("billing_issue")),
        Case(event: .subscriptionPaused(), standing: .active("paused")),
        Case(event: .expiration(expiresAt: day(5)), standing: .inactive("expired")),
        Case(event: .subscriptionExtended(expiresAt: day(40)), standing: .active("active")),
        Case(event: .refundReversed(), standing: .active("active")),
        Case(
            event: .productChange(from: RevenueCatEvent.defaultProduct, to: "another"),
            standing: .none),
        Case(event: .temporaryEntitlementGrant(), standing: .none),
        Case(
            event: .temporaryEntitlementGrant(product: RevenueCatEvent.defaultProduct),
            standing: .inactive("expired")),
        Case(event: .transfer(from: ["a"], to: ["b"]), standing: .none, appUserID: "b"),
        Case(
            event: .purchaseRedeemed(outcome: "transfer", from: ["a"], by: ["b"]),
            standing: .none, appUserID: "b"),
        Case(
            event: .purchaseRedeemed(outcome: "alias", from: ["a"], by: ["b"]),
            standing: .none, appUserID: "b"),
        Case(event: .subscriberAlias(aliases: ["$RCAnonymousID:a"]), standing: .none),
        Case(event: .test(), standing: .none),
        Case(event: .invoiceIssuance(), standing: .none),
        Case(event: .virtualCurrencyTransaction(), standing: .none),
        Case(event: .experimentEnrollment(), standing: .none),
    ]

    @Test("every documented type is applied", arguments: cases)
    func applied(each: Case) async throws {
        let tenant = try await TestTenant.create()
        let row = try await tenant.receive(each.event)
        #expect(row.status == "applied")
        #expect(row.failure == nil)
        let standing = try await tenant.standing(of: each.appUserID, at: Self.day(10))
        #expect(standing == each.standing)
        #expect(try await tenant.receive(each.event).status == "duplicate")
    }

    /// RevenueCat's samples, if they are beside the package.
    private static let samples = PackageRoot.url.deletingLastPathComponent()
        .appending(path: "shared/revenuecat/webhooks").path

    @Test(
        "RevenueCat's own samples are applied, in any order of arrival",
        .enabled(if: FileManager.default.fileExists(atPath: samples)), arguments: [false, true])
    func samplesAreApplied(isReversed: Bool) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.samples)
            .filter { $0.hasSuffix(".json") }.sorted()
        #expect(!names.isEmpty)
        let tenant = try await TestTenant.create()
        for name in isReversed ? names.reversed() : names {
            let bytes = try #require(
                FileManager.default.contents(atPath: "\(Self.samples)/\(name)"))
            // Samples share example ids, so the file's name becomes the event's id.
            var sample = try JSONParser.parse([UInt8](bytes))
            var event = try #require(sample["event"]?.object ?? sample.object)
            event["id"] = .string(name)
            sample = ["event": .object(event)]
            let row = try await tenant.receive(body: sample.bytes)
            #expect(row.status == "applied", "\(name)")
            #expect(row.failure == nil, "\(name)")
        }
    }
}
