import Entitlements
import TenantFiles
import Testing

@Suite("Codes of a tenant file")
struct CodeRulesTests {
    @Test("a file without codes has the default limits and no campaign")
    func defaults() throws {
        let codes = try Self.tenant("").codes
        #expect(codes.attemptsPerHour == 10)
        #expect(codes.tenantAttemptsPerHour == 1_000)
        #expect(codes.campaigns.isEmpty)
    }

    @Test("every key is read")
    func all() throws {
        let codes = try Self.tenant(
            """
            codes:
              attempts_per_hour: 5
              tenant_attempts_per_hour: 50
              campaigns:
                launch:
                  code: Welcome-26
                  gives: { entitlement: pro, duration: P1M }
                  valid_from: 2026-01-01T00:00:00Z
                  valid_until: 2027-01-01T00:00:00Z
                  max_redemptions: 500
                  per_app_user: 2
                  only_new: household
                  without_subscription: true
                  stackable: true
                longer: { gives: { extends: pro, duration: P7D } }
                forever: { gives: { product: pro_lifetime, duration: lifetime } }
            """
        ).codes
        #expect(codes.attemptsPerHour == 5)
        #expect(codes.tenantAttemptsPerHour == 50)
        let launch = codes.campaigns[0]
        #expect(launch.id.rawValue == "launch")
        #expect(launch.codeDigest == PromoCode.digest(of: "welcome26"))
        #expect(launch.gives.entitlementID?.rawValue == "pro")
        #expect(launch.gives.duration?.rawValue == "P1M")
        #expect(launch.validFrom == Timestamp(rfc3339: "2026-01-01T00:00:00Z"))
        #expect(launch.validUntil == Timestamp(rfc3339: "2027-01-01T00:00:00Z"))
        #expect(launch.maxRedemptions == 500)
        #expect(launch.perAppUser == 2)
        #expect(launch.onlyNew == .household)
        #expect(launch.withoutSubscription && launch.isStackable)
        #expect(codes.campaigns[1].gives.extends)
        #expect(codes.campaigns[1].codeDigest == nil)
        #expect(codes.campaigns[2].gives.productID?.rawValue == "pro_lifetime")
        #expect(codes.campaigns[2].gives.duration == nil)
    }

    @Test("the definition holds the digest of a code, and not the code")
    func canonicalJSON() throws {
        let tenant = try Self.tenant(
            """
            codes:
              campaigns:
                launch: { code: WELCOME26, gives: { entitlement: pro, duration: P1M } }
            """)
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(!json.contains("WELCOME26"))
        let digest = Hexadecimal.text(PromoCode.digest(of: "WELCOME26"))
        let codes = """
            "codes":{"attempts_per_hour":10,"campaigns":[{"campaign_id":"launch",\
            "code_digest":"\(digest)","gives":{"duration":"P1M","entitlement_id":"pro",\
            "extends":false},"is_stackable":false,"per_app_user":1,\
            "without_subscription":false}],"tenant_attempts_per_hour":1000}
            """
        #expect(json.contains(codes))
    }

    @Test(
        "each mistake is reported with its place",
        arguments: [
            ("gives: { entitlement: pro }", "/gives", "“duration” is missing."),
            (
                "gives: { duration: P1M }", "/gives",
                "Exactly one of “entitlement”, “extends” and “product” is expected."
            ),
            (
                "gives: { product: nothing, duration: P1M }", "/gives/product",
                "“nothing” is not one of this file's products; it has: pack, pro_lifetime."
            ),
            (
                "gives: { product: pack, duration: P1M }", "/gives/product",
                "A consumable gives credits and no access."
            ),
            ("code: abc, gives: { entitlement: pro, duration: P1M }", "/code", nil),
            (
                "valid_from: soon, gives: { entitlement: pro, duration: P1M }", "/valid_from",
                "“soon” is not an RFC 3339 time, such as 2026-11-21T10:00:00Z."
            ),
            ("code: ABCD", "", "“gives” is missing."),
        ] as [(String, String, String?)])
    func mistakes(campaign: String, pointer: String, detail: String?) throws {
        let error = #expect(throws: CatalogProblems.self) {
            try Self.tenant("codes: { campaigns: { launch: { \(campaign) } } }")
        }
        let problem = try #require(error?.problems.first)
        #expect(error?.problems.count == 1)
        #expect(problem.pointer == "/codes/campaigns/launch" + pointer)
        if let detail { #expect(problem.detail == detail) }
    }

    @Test("two campaigns cannot have one code, however it is spelled")
    func sameCode() {
        let error = #expect(throws: CatalogProblems.self) {
            try Self.tenant(
                """
                codes:
                  campaigns:
                    a: { code: HELLO, gives: { entitlement: pro, duration: P1M } }
                    b: { code: he-110, gives: { entitlement: pro, duration: P1M } }
                """)
        }
        #expect(error?.problems.map(\.pointer) == ["/codes/campaigns/b/code"])
    }

    private static func tenant(_ codes: String) throws -> TenantDefinition {
        try TenantFile.parse(
            yaml: """
                tenant: a
                name: A
                free_plan: free
                entitlements: { pro: { rank: 1 } }
                products:
                  pro_lifetime: { kind: non_consumable, entitlements: [pro] }
                  pack: { kind: consumable, credits: { export: 1 } }
                \(codes)
                """)
    }
}
