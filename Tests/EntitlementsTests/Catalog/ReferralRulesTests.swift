import Entitlements
import TenantFiles
import Testing

@Suite("Referrals of a tenant file")
struct ReferralRulesTests {
    @Test("a file without the section offers none, and defaults fill the rest")
    func defaults() throws {
        #expect(try Self.tenant("").referrals == nil)
        let rules = try #require(
            try Self.tenant("referrals: { referrer: { entitlement: pro, duration: P1M } }")
                .referrals)
        #expect(rules.givesReferrer?.duration?.rawValue == "P1M")
        #expect(rules.givesReferred == nil)
        #expect(rules.holdDays == 14)
        #expect(rules.maxPerReferrer == nil)
    }

    @Test("every key is read, and becomes JSON")
    func all() throws {
        let tenant = try Self.tenant(
            """
            referrals:
              referrer: { entitlement: pro, duration: P1M }
              referred: { extends: pro, duration: P7D }
              hold_days: 30
              max_per_referrer: 10
              per_days: 365
            """)
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        let rules = """
            "referrals":{"gives_referred":{"duration":"P7D","entitlement_id":"pro",\
            "extends":true},"gives_referrer":{"duration":"P1M","entitlement_id":"pro",\
            "extends":false},"hold_days":30,"max_per_referrer":10,"per_days":365}
            """
        #expect(json.contains(rules))
    }

    @Test(
        "each mistake is reported with its place",
        arguments: [
            ("hold_days: 3", "", "“referrer” or “referred” is missing."),
            (
                "referred: { entitlement: pro, duration: P1M }, per_days: 3", "/per_days",
                "It counts nothing without “max_per_referrer”."
            ),
            (
                "referred: { entitlement: other, duration: P1M }", "/referred/entitlement",
                "“other” is not one of this file's entitlements; it has: pro."
            ),
        ])
    func mistakes(section: String, pointer: String, detail: String) throws {
        let error = #expect(throws: CatalogProblems.self) {
            try Self.tenant("referrals: { \(section) }")
        }
        #expect(error?.problems.map(\.pointer) == ["/referrals" + pointer])
        #expect(error?.problems.map(\.detail) == [detail])
    }

    private static func tenant(_ referrals: String) throws -> TenantDefinition {
        try TenantFile.parse(
            yaml: """
                tenant: a
                name: A
                free_plan: free
                entitlements: { pro: { rank: 1 } }
                \(referrals)
                """)
    }
}
