import Entitlements
import TenantFiles
import Testing

@Suite("Snapshot settings of a tenant file")
struct SnapshotPolicyTests {
    @Test("have defaults", arguments: ["", "revenuecat:\n", "revenuecat: {}\n"])
    func defaults(section: String) throws {
        let policy = try TenantFile.parse(yaml: Self.file(section)).snapshotPolicy
        #expect(policy == TenantDefinition.SnapshotPolicy())
        #expect(policy.api == .v1)
        #expect(policy.project == nil)
        #expect(policy.requestsPerMinute == 480)
    }

    @Test("are read, and become bytes in a fixed order")
    func everyKey() throws {
        let tenant = try TenantFile.parse(
            yaml: Self.file(
                "revenuecat: { requests_per_minute: 60, project: proj1a_B-2, api: v2 }"))
        #expect(tenant.snapshotPolicy.api == .v2)
        #expect(tenant.snapshotPolicy.project == "proj1a_B-2")
        #expect(tenant.snapshotPolicy.requestsPerMinute == 60)
        let json = String(decoding: try tenant.canonicalJSON, as: UTF8.self)
        #expect(
            json.contains(
                #""revenuecat":{"api":"v2","project":"proj1a_B-2","requests_per_minute":60}"#))
    }

    @Test("have problems listed with their lines", arguments: problems)
    func refused(section: String, problem: String) throws {
        let found = #expect(throws: CatalogProblems.self) {
            try TenantFile.parse(yaml: Self.file("revenuecat:\n  \(section)\n"))
        }
        let told = try #require(found).problems.map(\.told)
        #expect(told == [problem])
    }

    @Test("allow numbers in their range", arguments: [10, 600_000])
    func range(number: Int) throws {
        let section = "revenuecat: { requests_per_minute: \(number) }"
        #expect(
            try TenantFile.parse(yaml: Self.file(section)).snapshotPolicy.requestsPerMinute
                == number)
    }

    private static let problems = [
        ("api: v3", "6 /revenuecat/api: “v3” is not one of “v1”, “v2”."),
        ("api: v2", "5 /revenuecat: “project” is missing."),
        (
            "project: a/../b",
            "6 /revenuecat/project: “a/../b” cannot be the id of a project: proj1a2b3c4d."
        ),
        (
            "requests_per_minute: 9",
            "6 /revenuecat/requests_per_minute: A whole number from 10 to 600000 is expected."
        ),
        (
            "requests_per_minute: 600001",
            "6 /revenuecat/requests_per_minute: A whole number from 10 to 600000 is expected."
        ),
        (
            "api_key: sk_1",
            "6 /revenuecat/api_key: “api_key” is not a known key; the keys are “api”, “project”, "
                + "“requests_per_minute”."
        ),
    ]

    private static func file(_ section: String) -> String {
        "tenant: a\nname: A\nfree_plan: free\nentitlements: { p: { rank: 1 } }\n\(section)"
    }
}
