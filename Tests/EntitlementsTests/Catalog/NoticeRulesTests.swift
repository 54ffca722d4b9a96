import Entitlements
import TenantFiles
import Testing

@Suite("Rules for notices of a tenant file")
struct NoticeRulesTests {
    private static let head = "tenant: a\nname: A\nfree_plan: free\nentitlements: {}\n"

    @Test("have defaults")
    func absent() throws {
        let rules = try TenantFile.parse(yaml: Self.head).notices
        #expect(rules == TenantDefinition.NoticeRules())
        #expect(rules.expiringDaysBefore == 7)
        #expect(!rules.isLogged)
    }

    @Test("are read, and stand in the canonical form")
    func described() throws {
        let tenant = try TenantFile.parse(
            yaml: Self.head + """
                notices:
                  expiring: { days_before: 14 }
                  trial_ending: { days_before: 0 }
                  refunded: { days_after: 1 }
                  ended: { days_after: 3 }
                  joined_household: { days_after: 2 }
                  limit_near: { percent: 90 }
                """)
        let json = try JSONParser.parse(try tenant.canonicalJSON)["notices"]
        for (name, number) in [
            ("expiring_days_before", 14), ("trial_ending_days_before", 0),
            ("refunded_days_after", 1), ("ended_days_after", 3), ("joined_household_days_after", 2),
            ("limit_near_percent", 90),
        ] as [(String, Int64)] {
            #expect(json?[name] == .integer(number), "\(name)")
        }
        #expect(json?["is_logged"] == .bool(true))
    }

    @Test(
        "have problems listed",
        arguments: [
            ("expiring: { days_before: 366 }", "A whole number from 0 to 365 is expected."),
            ("limit_near: { percent: 101 }", "A whole number from 0 to 100 is expected."),
            (
                "expiring: { days: 3 }",
                "“days” is not a known key; did you mean “days_before”? The keys are “days_before”."
            ),
            ("expiring: 3", "Keys with values are expected."),
        ])
    func refused(rule: String, problem: String) throws {
        let found = #expect(throws: CatalogProblems.self) {
            try TenantFile.parse(yaml: Self.head + "notices: { \(rule) }\n")
        }
        #expect(try #require(found).problems.map(\.detail) == [problem])
    }
}
