import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's pages of the tenant and its keys")
struct SetupPageTests {
    @Test("the tenant's page shows its file, its history and its secrets without values")
    func tenant() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply { $0.name = ConsoleBrowser.script }
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/tenant")
            #expect(page.status == 200)
            ConsoleBrowser.expectEscaped(page)
            #expect(page.text.contains("<code>signature</code>"))
            #expect(!page.text.contains(TestAPI.webhookSigningSecret))
            #expect(page.text.contains("The webhook&#39;s secrets are set."))
            let older = try #require(
                page.text.matches(of: #/href="[^"]*(\/tenant\?version=\d+)"/#).last?.1)
            let shown = try await browser.get(String(older))
            #expect(shown.status == 200)
            #expect(shown.text.contains("The current one"))
            #expect(try await browser.get("/tenant?version=999999").status == 404)
        }
    }

    @Test("a file that is tried is planned, and changes nothing")
    func plan() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let file = """
                tenant: \(api.tenant.slug)\r
                name: A shorter file\r
                free_plan: free\r
                entitlements: { gold: { rank: 10 } }\r
                """
            let planned = try await browser.post("/tenant", ["file": file])
            #expect(planned.status == 200)
            #expect(planned.text.contains("The tenant would be updated. Nothing was changed."))
            #expect(planned.text.contains("<code>gold</code>"))
            #expect(planned.text.contains("name: A shorter file"))
            let page = try await browser.get("/tenant")
            #expect(!page.text.contains("A shorter file"))

            let wrong = try await browser.post("/tenant", ["file": "tenant: [\n"])
            #expect(wrong.status == 422)
            let foreign = try await browser.post(
                "/tenant", ["file": file.replacing(api.tenant.slug, with: "another")])
            #expect(foreign.status == 403)
        }
    }

    @Test("a new key is shown once, and a form that is sent twice makes one")
    func keys() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let fields: KeyValuePairs = ["kind": "read", "idempotency_key": "once"]
            let first = try await browser.post("/keys", fields)
            let key = try #require(first.text.firstMatch(of: #/hearth_read_[0-9A-Za-z_]+/#)?.0)
            #expect(try await api.get("getAppUser", "/v1/users/u", key: String(key)).status == 404)
            let again = try await browser.post("/keys", fields)
            #expect(again.text.contains(key))
            let page = try await browser.get("/keys")
            #expect(!page.text.contains(key))
            #expect(page.text.matches(of: #/<tr><td>/#).count == 3)

            let id = try #require(APIKey(parsing: String(key))).keyID
            let done = try await browser.follow(
                try await browser.post("/keys/revoke", ["key_id": id]))
            #expect(done.text.contains("It was revoked."))
            #expect(done.text.contains(#"<span class="state dim">revoked</span>"#))
            let admin = try await browser.post("/keys", ["kind": "admin"])
            #expect(admin.status == 422)
            #expect(try await browser.post("/keys/revoke", ["key_id": "no"]).status == 404)
        }
    }
}
