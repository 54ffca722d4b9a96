import Entitlements
import TenantFiles
import Testing

@Suite("Limits and credits of a tenant file")
struct LimitTests {
    @Test("are empty by default", arguments: ["", "limits:\n", "limits: {}\n"])
    func none(section: String) throws {
        #expect(try TenantFile.parse(yaml: Self.file(section)).limits.isEmpty)
    }

    @Test("are read, and become bytes in a fixed order")
    func everyKey() throws {
        let tenant = try TenantFile.parse(
            yaml: Self.file(
                "limits:\n"
                    + "  scans: { free: 3, entitlements: { pro: unlimited, lite: 9 }, per: day }\n"
                    + "  recipes: { free: 10 }\n"
                    + "products: { pack: { kind: consumable, credits: { b: 2, a: 1 } } }"))
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(
            json.contains(
                #""limits":[{"entitlements":[],"free":10,"id":"recipes"},"#
                    + #"{"entitlements":[{"amount":9,"id":"lite"},{"id":"pro"}],"#
                    + #""free":3,"id":"scans","period":"day"}]"#))
        #expect(json.contains(#""credits":[{"amount":1,"id":"a"},{"amount":2,"id":"b"}]"#))
    }

    @Test(
        "have a period by the calendar or a rolling window",
        arguments: [
            ("week", #""period":"week""#), ("{ rolling_days: 30 }", #""rolling_hours":720"#),
            ("{ rolling_hours: 6 }", #""rolling_hours":6"#),
            ("{ month_day: 31 }", #""month_day":31,"period":"month""#),
            ("subscription", #""period":"subscription""#),
        ])
    func periods(per: String, expected: String) throws {
        let section = "limits: { scans: { free: 3, per: \(per) } }"
        let tenant = try TenantFile.parse(yaml: Self.file(section))
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""free":3,"id":"scans",\#(expected)}"#))
    }

    @Test(
        "may be unlimited with a fair use",
        arguments: [
            ("unlimited", ""), ("{ fair_use: 9 }", #""fair_use":9,"#),
            ("{ fair_use: 9, hard: false }", #""fair_use":9,"#),
            ("{ fair_use: 9, hard: true }", #""fair_use":9,"#),
        ])
    func fairUse(allowance: String, expected: String) throws {
        let section = "limits: { scans: { free: 3, entitlements: { pro: \(allowance) } } }"
        let tenant = try TenantFile.parse(yaml: Self.file(section))
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        let hard = allowance.contains("true") ? #","is_hard":true"# : ""
        #expect(json.contains(#""entitlements":[{\#(expected)"id":"pro"\#(hard)}]"#))
    }

    @Test(
        "may be used by a household together",
        arguments: [("", #""pool":"household""#), (", per_member: 2", #""per_member":2,"#)])
    func pool(cap: String, expected: String) throws {
        let section = "limits: { scans: { free: 3, pool: household\(cap) } }"
        let tenant = try TenantFile.parse(yaml: Self.file(section))
        #expect(String(decoding: try tenant.canonicalJSON, as: UTF8.self).contains(expected))
    }

    @Test(
        "count all uses, or those within an allowance",
        arguments: [("", false), (", counts: within_allowance", false), (", counts: all", true)])
    func counts(rule: String, countsAll: Bool) throws {
        let tenant = try TenantFile.parse(
            yaml: Self.file("limits: { scans: { free: 3\(rule) } }"))
        #expect(tenant.limits.first?.counts == (countsAll ? .all : .withinAllowance))
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""counts":"all""#) == countsAll)
    }

    @Test("include the expiry of credit orders", arguments: [("", 24), ("90", 90)])
    func orderExpiry(hours: String, expected: Int) throws {
        let section = "credits: { order_expiry_hours: \(hours) }"
        let tenant = try TenantFile.parse(yaml: Self.file(hours.isEmpty ? "" : section))
        #expect(tenant.orderExpiryHours == expected)
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""order_expiry_hours":\#(expected)"#))
    }

    @Test("include how long changes are kept", arguments: [("", 30), ("90", 90)])
    func changesKept(days: String, expected: Int) throws {
        let section = "changes: { kept_days: \(days) }"
        let tenant = try TenantFile.parse(yaml: Self.file(days.isEmpty ? "" : section))
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""changes_kept_days":\#(expected)"#))
    }

    @Test("include how long bodies and runs are kept, if that is not the default")
    func retention() throws {
        let own = try TenantFile.parse(
            yaml: Self.file("retention: { event_bodies_days: 7, runs_days: 3650 }"))
        #expect(own.retention.eventBodiesDays == 7)
        #expect(own.retention.runsDays == 3_650)
        let json = String(decoding: try own.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""retention":{"event_bodies_days":7,"runs_days":3650}"#))
        let standard = try TenantFile.parse(yaml: Self.file(""))
        #expect(standard.retention.eventBodiesDays == 90)
        #expect(standard.retention.runsDays == 365)
        #expect(!String(decoding: try standard.canonicalJSON, as: UTF8.self).contains("retention"))
        let same = try TenantFile.parse(
            yaml: Self.file("retention: { event_bodies_days: 90, runs_days: 365 }"))
        #expect(try same.canonicalJSON == standard.canonicalJSON)
    }

    @Test("include how long a support key may grant, if that is not the default")
    func support() throws {
        let own = try TenantFile.parse(yaml: Self.file("support: { max_grant_days: 7 }"))
        #expect(own.support.maxGrantDays == 7)
        let json = String(decoding: try own.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""support":{"max_grant_days":7}"#))
        let standard = try TenantFile.parse(yaml: Self.file(""))
        #expect(!String(decoding: try standard.canonicalJSON, as: UTF8.self).contains("support"))
        let same = try TenantFile.parse(yaml: Self.file("support: { max_grant_days: 31 }"))
        #expect(try same.canonicalJSON == standard.canonicalJSON)
    }

    @Test(
        "include the rule for refunded credits",
        arguments: TenantDefinition.RefundedCredits.allCases)
    func refundedCredits(rule: TenantDefinition.RefundedCredits) throws {
        let section = "credits: { refunded: \(rule.rawValue) }"
        let tenant = try TenantFile.parse(yaml: Self.file(section))
        #expect(tenant.refundedCredits == rule)
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(json.contains(#""refunded_credits":"\#(rule.rawValue)""#))
        #expect(try TenantFile.parse(yaml: Self.file("")).refundedCredits == .forgive)
    }

    @Test("have problems listed with their lines", arguments: problems)
    func refused(section: String, problem: String) throws {
        let found = #expect(throws: CatalogProblems.self) {
            try TenantFile.parse(yaml: Self.file(section))
        }
        let told = try #require(found).problems.map(\.told)
        #expect(told == [problem])
    }

    private static let problems = [
        ("limits: { scans: {} }", "7 /limits/scans: “free” is missing."),
        (
            "credits: { order_expiry_hours: 0 }",
            "7 /credits/order_expiry_hours: A whole number from 1 to 8760 is expected."
        ),
        (
            "changes: { kept_days: 401 }",
            "7 /changes/kept_days: A whole number from 1 to 400 is expected."
        ),
        (
            "retention: { event_bodies_days: 6 }",
            "7 /retention/event_bodies_days: A whole number from 7 to 3650 is expected."
        ),
        (
            "retention: { runs_days: 3651 }",
            "7 /retention/runs_days: A whole number from 30 to 3650 is expected."
        ),
        (
            "support: { max_grant_days: 0 }",
            "7 /support/max_grant_days: A whole number from 1 to 3650 is expected."
        ),
        (
            "credits: { refunded: never }",
            "7 /credits/refunded: “never” is not one of “forgive”, “allow_negative”, "
                + "“block_until_repaid”."
        ),
        (
            "limits: { scans: { free: 3, per: hour } }",
            "7 /limits/scans/per: “hour” is not one of “day”, “week”, “month”, “year”, "
                + "“subscription”."
        ),
        (
            "limits: { scans: { free: 3, per: { rolling_days: 367 } } }",
            "7 /limits/scans/per/rolling_days: A whole number from 1 to 366 is expected."
        ),
        (
            "limits: { scans: { free: 3, per: {} } }",
            "7 /limits/scans/per: One of “rolling_days”, “rolling_hours” and “month_day” is "
                + "expected."
        ),
        (
            "limits: { scans: { free: 3, per: { rolling_days: 3, rolling_hours: 4 } } }",
            "7 /limits/scans/per: One of “rolling_days”, “rolling_hours” and “month_day” is "
                + "expected."
        ),
        (
            "limits: { scans: { free: 3, pool: family } }",
            "7 /limits/scans/pool: “family” is not one of “household”."
        ),
        (
            "limits: { scans: { free: 3, per_member: 2 } }",
            "7 /limits/scans/per_member: “per_member” needs “pool: household”."
        ),
        (
            "limits: { scans: { free: 3, pool: household, entitlements: { pro: 9 } } }",
            "7 /limits/scans/entitlements/pro: “pro” is not shared, so members of a pool would "
                + "differ in it."
        ),
        (
            "limits: { scans: { free: -1 } }",
            "7 /limits/scans/free: A whole number from 0 to 1000000000 is expected."
        ),
        (
            "limits: { scans: { free: 3, entitlements: { gold: 9 } } }",
            "7 /limits/scans/entitlements/gold: “gold” is not one of this file's entitlements; "
                + "it has: lite, pro."
        ),
        (
            "limits: { scans: { free: 3, entitlements: { pro: many } } }",
            "7 /limits/scans/entitlements/pro: A whole number from 0 to 1000000000 is expected."
        ),
        (
            "limits: { scans: { free: 3, entitlements: { pro: { hard: true } } } }",
            "7 /limits/scans/entitlements/pro: “fair_use” is missing."
        ),
        (
            "limits: { scans: { free: 3, entitlements: { pro: { fair_use: 0 } } } }",
            "7 /limits/scans/entitlements/pro/fair_use: A whole number from 1 to 1000000000 is "
                + "expected."
        ),
        (
            "limits: { scans: { free: 3, price: 9 } }",
            "7 /limits/scans/price: “price” is not a known key; the keys are “per”, “free”, "
                + "“entitlements”, “pool”, “per_member”, “counts”."
        ),
        (
            "limits: { scans: { free: 3, counts: none } }",
            "7 /limits/scans/counts: “none” is not one of “all”, “within_allowance”."
        ),
        (
            "products: { pack: { kind: consumable, credits: { a: 0 } } }",
            "7 /products/pack/credits/a: A whole number from 1 to 1000000 is expected."
        ),
        (
            "products: { pack: { kind: non_consumable, credits: { a: 1 } } }",
            "7 /products/pack/credits: Only a consumable gives credits: each purchase, once."
        ),
    ]

    private static func file(_ section: String) -> String {
        """
        tenant: myapp
        name: My App
        free_plan: free
        entitlements:
          lite: { rank: 10 }
          pro: { rank: 20 }
        \(section)
        """
    }
}
