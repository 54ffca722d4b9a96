import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console for a support key")
struct SupportPageTests {
    @Test("the menu has the pages that the key may see, and says whose key it is")
    func menu() async throws {
        try await TestAPI.run { api in
            let supportKey = try await api.namedKey(.support)
            for (key, pages) in [
                (supportKey, ["search", "households", "events", "orphans", "audit"]),
                (api.readKey, ["search", "households"]),
                (
                    api.secretKey,
                    [
                        "search", "households", "events", "orphans", "findings", "runs",
                        "endpoints", "campaigns", "audit", "tenant", "keys",
                    ]
                ),
            ] {
                let browser = try await ConsoleBrowser.signIn(by: key, to: api)
                let overview = try await browser.get("")
                #expect(overview.status == 200)
                #expect(browser.menu(of: overview) == [""] + pages.map { "/\($0)" })
                #expect(overview.text.contains("Signed in as Lea") == (key == supportKey))
                for page in pages { #expect(try await browser.get("/\(page)").status == 200) }
            }
        }
    }

    @Test("a page that the key may not see keeps the menu and the search")
    func refused() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(
                by: try await api.namedKey(.support), to: api)
            for page in ["/keys", "/endpoints", "/tenant", "/runs", "/live"] {
                let refused = try await browser.get(page)
                #expect(refused.status == 403, "\(page)")
                #expect(browser.menu(of: refused).contains("/audit"))
                #expect(refused.text.contains("role=\"search\""))
                #expect(refused.text.contains("/errors/forbidden"))
            }
        }
    }

    @Test("a person's page has the forms that the key may send, and they work")
    func acts() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let browser = try await ConsoleBrowser.signIn(
                by: try await api.namedKey(.support), to: api)
            let page = try await browser.get("/users/u_1")
            for act in ["grant", "note", "sync"] {
                #expect(page.text.contains("/acts/\(act)\""), "\(act)")
            }
            for act in ["erase", "revoke", "adjust", "identify", "code"] {
                #expect(!page.text.contains("/acts/\(act)\""), "\(act)")
            }
            #expect(page.text.contains("/export"))
            let noted = try await browser.follow(
                try await browser.post("/users/u_1/acts/note", ["note": "Called."]))
            #expect(noted.text.contains("· Lea"))
            let long = try await browser.post(
                "/users/u_1/acts/grant",
                ["entitlement_id": "plus", "duration": "lifetime", "reason": "r"])
            #expect(long.status == 403)
            #expect(long.text.contains("/errors/grant_too_long"))
            let erased = try await browser.post(
                "/users/u_1/acts/erase", ["confirmation": "u_1", "reason": "r"])
            #expect(erased.status == 403)
            #expect(try await api.tenant.grants(of: "u_1").isEmpty)
            #expect(try await api.tenant.person("u_1") != nil)
        }
    }
}

extension TestAPI {
    /// Creates a key with the name Lea.
    fileprivate func namedKey(_ kind: APIKey.Kind) async throws -> String {
        var generator = SystemRandomNumberGenerator()
        let key = APIKey.generate(kind: kind, using: &generator)
        _ = try await tenant.database.call(
            CreateAPIKey(
                keyID: key.keyID, kind: kind.rawValue, digest: key.digest, actor: "test",
                name: "Lea"),
            in: tenant.id)
        return key.text
    }
}

extension ConsoleBrowser {
    /// The pages of a page's menu, by their addresses after the tenant's.
    fileprivate func menu(of page: RawHTTPResponse) -> [String] {
        let menu = page.text.split(separator: "<nav class=\"side\"").dropFirst().first ?? ""
        let links = menu.split(separator: "</nav>").first ?? ""
        return links.matches(of: #/href="([^"]+)"/#).map { String($0.output.1) }
            .filter { $0.hasPrefix(root) }.map { String($0.dropFirst(root.count)) }
    }
}
