import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Forms that no page of the console's session sent")
struct ForgedFormTests {
    @Test("a missing token, a wrong one and one of another session carry nothing out")
    func tokens() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let other = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            for token in ["", "0", other.formToken, "\(browser.formToken) "] {
                let answer = try await browser.post("/keys", ["kind": "read"], token: token)
                #expect(answer.status == 403)
            }
            let bare = try await api.browse(
                "POST", "\(browser.root)/keys", [("kind", "read")], cookie: browser.cookie)
            #expect(bare.status == 403)
            #expect(try await api.readKeys() == 1)
            #expect(try await browser.post("/keys", ["kind": "read"]).status == 200)
            #expect(try await api.readKeys() == 2)
        }
    }

    @Test(
        "a form of another site, and a body that is no form, are refused",
        arguments: ["cross-site", "same-site", "none"])
    func sites(site: String) async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let fields = [("kind", "read"), ("form_token", browser.formToken)]
            let forged = try await api.browse(
                "POST", "\(browser.root)/keys", fields, cookie: browser.cookie, site: site)
            #expect(forged.status == 403)
            let signIn = try await api.browse(
                "POST", "/console/sign-in", [("key", api.secretKey)], site: site)
            #expect(signIn["set-cookie"] == nil)
            for type in ["text/plain", "application/json", "multipart/form-data"] {
                let answer = try await api.browse(
                    "POST", "\(browser.root)/keys", fields, cookie: browser.cookie, type: type)
                #expect(answer.status == 415)
            }
            #expect(try await api.readKeys() == 1)
        }
    }

    @Test("a field that is given twice, and too many fields, are refused")
    func fields() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let token = ("form_token", browser.formToken)
            for fields in [
                [token, ("kind", "read"), ("kind", "secret")],
                [token] + (0..<101).map { ("f\($0)", "x") },
            ] {
                let answer = try await api.browse(
                    "POST", "\(browser.root)/keys", fields, cookie: browser.cookie)
                #expect(answer.status == 400)
            }
        }
    }

    @Test("a read key changes nothing, and no page leads to another tenant")
    func rights() async throws {
        try await TestAPI.run { api in
            let reader = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            #expect(try await reader.post("/keys", ["kind": "read"]).status == 403)
            #expect(try await reader.get("/keys").status == 403)
            #expect(try await reader.get("/live").status == 403)
            let overview = try await reader.get("")
            #expect(overview.status == 200)
            #expect(overview.text.contains("numbers are shown to secret keys"))

            let other = try await TestTenant.create()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            for page in ["", "/keys", "/tenant", "/live", "/users/u_1"] {
                let answer = try await api.browse(
                    "GET", "/console/\(other.slug)\(page)", cookie: browser.cookie)
                #expect(answer.status == 404, "\(page)")
                #expect(!answer.text.contains(other.slug + "</a>"))
            }
        }
    }

    @Test("an admin key chooses among the tenants, and acts in each")
    func admin() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            let browser = try await ConsoleBrowser.signIn(by: api.adminKey, to: api)
            // The pages before this one have the tenants of other tests.
            let front = try await api.browse(
                "GET", "/console?after=\(api.tenant.slug.dropLast())", cookie: browser.cookie)
            #expect(front.status == 200)
            #expect(front.text.contains("/console/\(api.tenant.slug)\""))
            #expect(!front.text.contains("/console//"))
            for slug in [api.tenant.slug, other.slug] {
                let page = try await api.browse(
                    "GET", "/console/\(slug)", cookie: browser.cookie)
                #expect(page.status == 200)
            }
            let none = try await api.browse("GET", "/console/no-such", cookie: browser.cookie)
            #expect(none.status == 404)
        }
    }

    @Test("an admin key finds each of many tenants, page by page")
    func manyTenants() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.adminKey, to: api)
            var made: Set<String> = []
            for _ in 0..<100 { made.insert(try await TestTenant.create().slug) }
            made.insert(api.tenant.slug)
            var seen: [String] = []
            var next: String? = "/console"
            while let address = next {
                let page = try await api.browse("GET", address, cookie: browser.cookie)
                let slugs = page.text.matches(of: #/<a href="\/console\/([a-z0-9-]+)">/#)
                #expect((1...100).contains(slugs.count))
                seen += slugs.map { String($0.1) }
                next = page.text.firstMatch(of: #/rel="next" href="([^"]+)"/#).map { String($0.1) }
            }
            #expect(seen == seen.sorted())
            #expect(made.subtracting(seen) == [])
        }
    }
}

extension TestAPI {
    /// How many read keys the tenant has.
    fileprivate func readKeys() async throws -> Int {
        try await tenant.database.call(ListAPIKeys(), in: tenant.id)
            .filter { $0.kind == "read" }.count
    }
}
