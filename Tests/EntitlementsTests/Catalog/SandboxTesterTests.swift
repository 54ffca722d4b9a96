import Entitlements
import TenantFiles
import Testing

@Suite("The testers of a tenant file")
struct SandboxTesterTests {
    private func parse(_ testers: String) throws -> TenantDefinition {
        try TenantFile.parse(
            yaml: """
                tenant: fernweh
                name: Fernweh
                free_plan: free
                entitlements: { plus: { rank: 1 } }
                sandbox_testers: \(testers)
                """)
    }

    @Test("they have an id and an end, and are part of the definition only if there are any")
    func read() throws {
        let definition = try parse(
            #"[{ app_user_id: review, until: "2026-12-31T00:00:00Z" }, "#
                + #"{ app_user_id: "$RCAnonymousID:1", until: "2027-01-01T00:00:00Z" }]"#)
        #expect(definition.sandboxTesters.map(\.appUserID) == ["review", "$RCAnonymousID:1"])
        let end = Timestamp(rfc3339: "2026-12-31T00:00:00Z")
        #expect(definition.sandboxTesters.first?.until == end)
        let json = String(decoding: try definition.canonicalJSON, as: UTF8.self)
        #expect(
            json.contains(
                #""sandbox_testers":[{"id":"$RCAnonymousID:1","#
                    + #""until":"2027-01-01T00:00:00.000Z"}"#))
        let none = String(decoding: try parse("[]").canonicalJSON, as: UTF8.self)
        #expect(!none.contains("sandbox_testers"))
    }

    @Test(
        "what is no tester is reported",
        arguments: [
            "[review]", "[{ app_user_id: review }]", #"[{ until: "2026-12-31T00:00:00Z" }]"#,
            "[{ app_user_id: review, until: soon }]", "{}",
            #"[{ app_user_id: a, until: "2026-12-31T00:00:00Z" }, "#
                + #"{ app_user_id: a, until: "2026-12-31T00:00:00Z" }]"#,
        ])
    func refused(testers: String) {
        #expect(throws: CatalogProblems.self) { try parse(testers) }
    }
}
