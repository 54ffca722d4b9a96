import Entitlements
import TenantFiles
import Testing

@Suite("Tenant file")
struct TenantFileTests {
    @Test("may omit settings with defaults")
    func defaults() throws {
        let tenant = try TenantFile.parse(
            yaml: """
                tenant: a
                name: No
                free_plan: 7
                entitlements: { on: { rank: 1 } }
                products: { 100: { kind: consumable }, b: { kind: consumable, entitlements: [] } }
                features: { c: , d: {}, e: { entitlement: null }, f: { entitlement: on } }
                """)
        #expect(tenant.name == "No")
        #expect(tenant.freePlan == "7")
        #expect(tenant.sandbox == .accept)
        #expect(tenant.webhooks.authentication.isEmpty)
        #expect(tenant.entitlements.map(\.isShared) == [false])
        #expect(tenant.products.map(\.id.rawValue) == ["100", "b"])
        #expect(tenant.features.map(\.entitlement?.rawValue) == [nil, nil, nil, "on"])
    }

    @Test("may be JSON, which is YAML too")
    func json() throws {
        let tenant = try TenantFile.parse(
            yaml: """
                {"tenant": "a", "name": "A *star* & more", "free_plan": "free",
                 "sandbox": "ignore",
                 "webhooks": {"authentication": ["signature", "authorization"],
                              "signature_header": "X-Other"},
                 "entitlements": {"p": {"rank": 1, "shared": true, "implies": []}},
                 "products": {"m": {"kind": "subscription", "duration": "P1M",
                                    "entitlements": ["p"]}}}
                """.replacing("*star*", with: "star"))
        #expect(tenant.webhooks.authentication == [.signature, .authorization])
        #expect(tenant.webhooks.signatureHeader == "X-Other")
        #expect(tenant.sandbox == .ignore)
        #expect(tenant.entitlements.map(\.isShared) == [true])
    }

    @Test(
        "knows durations of calendar time",
        arguments: ["P1D", "P7D", "P1W", "P2W", "P1M", "P3M", "P1Y", "P1Y6M", "P1M15D", "P999Y"])
    func durations(text: String) {
        #expect(BillingPeriod(rawValue: text)?.rawValue == text)
    }

    @Test(
        "has no other durations",
        arguments: [
            "", "P", "1M", "p1m", "P1", "PM", "P0M", "P-1M", "P1M1Y", "P1M1M", "PT1H", "P1DT1H",
            "P1.5M", "P1000D", "P1M ", " P1M", "P1X", "P١M", "PP1M", "P1M-",
        ])
    func otherDurations(text: String) {
        #expect(BillingPeriod(rawValue: text) == nil)
    }
}
