import Entitlements
import TenantFiles
import Testing

@Suite("App user rules of a tenant file")
struct PeopleRulesTests {
    @Test("have defaults", arguments: ["", "people:\n", "people: {}\n"])
    func defaults(section: String) throws {
        let rules = try TenantFile.parse(yaml: Self.file(section)).people
        #expect(rules.restoreBehavior == .transfer)
        #expect(rules.claimExpiryDays == 0)
        #expect(rules.claimsPer30Days == 3)
        #expect(rules.claimAttemptsPerHour == 10)
        #expect(rules.tenantClaimAttemptsPerHour == 1_000)
    }

    @Test("are read, and become bytes in a fixed order")
    func everyKey() throws {
        let tenant = try TenantFile.parse(
            yaml: Self.file(
                "people: { tenant_claim_attempts_per_hour: 5, restore_behavior: keep, "
                    + "aliases: conflict, anonymous_ids: [guest-*, 'anon_*'], "
                    + "claims_per_30_days: 4, claim_expiry_days: 90, claim_attempts_per_hour: 2 }"))
        #expect(tenant.people.restoreBehavior == .keep)
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(
            json.contains(
                #""people":{"aliases":"conflict","anonymous_ids":["anon_*","guest-*"],"#
                    + #""claim_attempts_per_hour":2,"claim_expiry_days":90,"#
                    + #""claims_per_30_days":4,"restore_behavior":"keep","#
                    + #""tenant_claim_attempts_per_hour":5}"#))
    }

    @Test(
        "accept RevenueCat's four restore behaviours",
        arguments: ["transfer", "transfer_if_inactive", "keep", "share"])
    func behaviors(word: String) throws {
        let tenant = try TenantFile.parse(yaml: Self.file("people: { restore_behavior: \(word) }"))
        #expect(tenant.people.restoreBehavior.rawValue == word)
    }

    @Test("have problems listed with their lines", arguments: problems)
    func refused(section: String, problem: String) throws {
        let found = #expect(throws: CatalogProblems.self) {
            try TenantFile.parse(yaml: Self.file("people:\n  \(section)\n"))
        }
        let told = try #require(found).problems.map(\.told)
        #expect(told == [problem])
    }

    private static let problems = [
        (
            "restore_behavior: steal",
            "6 /people/restore_behavior: “steal” is not one of “transfer”, "
                + "“transfer_if_inactive”, “keep”, “share”."
        ),
        (
            "anonymous_ids: [an*]",
            "6 /people/anonymous_ids/0: A pattern is 3 or more characters, then an "
                + "asterisk: anon_*."
        ),
        (
            "anonymous_ids: [guest-*, anon_*_*]",
            "6 /people/anonymous_ids/1: A pattern is 3 or more characters, then an "
                + "asterisk: anon_*."
        ),
        (
            "anonymous_ids: anon_*",
            "6 /people/anonymous_ids: A list is expected."
        ),
        (
            "anonymous_ids: [\((1...21).map { "anon\($0)*" }.joined(separator: ", "))]",
            "6 /people/anonymous_ids: At most 20 patterns are allowed."
        ),
        (
            "claim_expiry_days: 3651",
            "6 /people/claim_expiry_days: A whole number from 0 to 3650 is expected."
        ),
        (
            "claims_per_30_days: 0",
            "6 /people/claims_per_30_days: A whole number from 1 to 100 is expected."
        ),
        (
            "claim_attempts_per_hour: 1001",
            "6 /people/claim_attempts_per_hour: A whole number from 1 to 1000 is expected."
        ),
        (
            "tenant_claim_attempts_per_hour: 0",
            "6 /people/tenant_claim_attempts_per_hour: "
                + "A whole number from 1 to 1000000 is expected."
        ),
    ]

    private static func file(_ section: String) -> String {
        "tenant: a\nname: A\nfree_plan: free\nentitlements: { p: { rank: 1 } }\n\(section)"
    }
}
