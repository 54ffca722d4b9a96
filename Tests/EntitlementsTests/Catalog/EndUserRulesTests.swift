import Entitlements
import TenantFiles
import Testing

@Suite("Rules for end users of a tenant file")
struct EndUserRulesTests {
    private static let head = """
        tenant: a
        name: A
        free_plan: free
        entitlements: {}
        limits: { scans: { free: 3 }, imports: { free: 1 } }

        """

    @Test("allow nothing by default", arguments: ["", "end_users: {}\n"])
    func absent(section: String) throws {
        let rules = try TenantFile.parse(yaml: Self.head + section).endUsers
        #expect(rules == TenantDefinition.EndUserRules())
        #expect(rules.mayConsume.isEmpty)
        #expect(rules.writesPerMinute == 60)
    }

    @Test("are read, and stand in the canonical form")
    func described() throws {
        let tenant = try TenantFile.parse(
            yaml: Self.head
                + "end_users: { may_consume: [scans, imports], writes_per_minute: 5 }\n")
        #expect(tenant.endUsers.mayConsume.map(\.rawValue).sorted() == ["imports", "scans"])
        #expect(tenant.endUsers.writesPerMinute == 5)
        let json = try JSONParser.parse(try tenant.canonicalJSON)
        let rules = json["end_users"]
        #expect(rules?["may_consume"]?.array?.map(\.string) == ["imports", "scans"])
        #expect(rules?["writes_per_minute"] == .integer(5))
    }

    @Test(
        "have problems listed",
        arguments: [
            (
                "may_consume: [other]",
                "“other” is not one of this file's limits; it has: imports, scans."
            ),
            ("may_consume: [scans, scans]", "“scans” is listed twice."),
            ("may_consume: scans", "A list is expected."),
            ("writes_per_minute: 0", "A whole number from 1 to 6000 is expected."),
        ])
    func refused(rule: String, problem: String) throws {
        let found = #expect(throws: CatalogProblems.self) {
            try TenantFile.parse(yaml: Self.head + "end_users: { \(rule) }\n")
        }
        #expect(try #require(found).problems.map(\.detail) == [problem])
    }
}
