import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's people")
struct PeoplePageTests {
    @Test("people are shown with their state, narrowed by the address, and a page has 25")
    func list() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .nowRunning(id: "trial", appUserID: "u_trial").asTrial
                    .attributes(["$email": "ana@example.com"]))
            for number in 0..<26 {
                try await api.tenant.receive(
                    .nowRunning(id: "e\(number)", appUserID: "u_\(number)"))
            }
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/search")
            #expect(page.text.matches(of: #/href="[^"]+\/users\/u_\d+"/#).count == 25)
            #expect(page.text.contains(#"rel="next""#))
            #expect(!page.text.contains("u_trial"))
            let trials = try await browser.get("/search?status=trialing")
            #expect(trials.text.contains("ana@example.com"))
            #expect(trials.text.contains(#"<option value="trialing" selected>"#))
            #expect(!trials.text.contains("users/u_1\""))
            #expect(!trials.text.contains(#"rel="next""#))
            #expect(trials.text.contains("people.csv?status=trialing"))
            let none = try await browser.get("/search?status=refunded")
            #expect(none.text.contains("No person matches."))
        }
    }

    @Test("a filter of another order is refused beside the form")
    func refused() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/search?ends_before=2026-12-01T00:00:00Z")
            #expect(page.status == 422)
            #expect(page.text.contains("It needs sort=end."))
            #expect(page.text.contains(#"value="2026-12-01T00:00:00Z""#))
        }
    }

    @Test("the whole list is a file, of people and of households, and a formula is none")
    func file() async throws {
        try await TestAPI.run { api in
            for number in 0..<101 { try await api.tenant.create("u_\(number)", "identified") }
            try await api.tenant.create("=1+1", "identified")
            try await api.tenant.found("u_7")
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let people = try await self.file("/people.csv", browser)
            #expect(people.contains("attachment; filename=\"people.csv\""))
            #expect(people.contains("app_user_id,kind,display_name,email,plan,"))
            #expect(people.matches(of: #/\nu_\d+,identified,,,free,none,/#).count == 101)
            #expect(people.contains("\n'=1+1,identified,"))
            let households = try await self.file("/households.csv", browser)
            #expect(households.matches(of: #/\n[0-9a-f-]{36},,u_7,1,\d+,,20/#).count == 1)
        }
    }

    /// A file with its head, with line ends of one letter.
    private func file(_ page: String, _ browser: ConsoleBrowser) async throws -> String {
        try await browser.stream(page) {
            String(decoding: try await $0.bytesUntilClosed(), as: UTF8.self)
        }.replacing("\r\n", with: "\n")
    }

    @Test("a read key sees what can be searched, and no list")
    func readKey() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let browser = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            let page = try await browser.get("/search")
            #expect(page.text.contains("What can be searched"))
            #expect(!page.text.contains("users/u_1"))
            #expect(try await browser.get("/people.csv").status == 403)
        }
    }

    @Test("a name is shown as text")
    func escaped() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .nowRunning(appUserID: "u_1").attributes(["$displayName": ConsoleBrowser.script]))
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            ConsoleBrowser.expectEscaped(try await browser.get("/search"))
        }
    }

    @Test("households are listed, newest first, and each leads to its page")
    func households() async throws {
        try await TestAPI.run { api in
            let id = try await api.tenant.found("u_1").uuidString.lowercased()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/households")
            #expect(page.text.contains(#"href="\#(browser.root)/households/\#(id)""#))
            let dissolved = try await browser.get("/households?state=dissolved")
            #expect(!dissolved.text.contains(id))
        }
    }

    @Test("a figure of the overview opens the people it counts")
    func figures() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("")
            let links = page.text.matches(of: #/<a href="([^"]+\/search\?[^"]+)"/#).map {
                String($0.1).replacing("&amp;", with: "&")
            }
            #expect(links.count == 6)
            for link in links {
                let list = try await api.browse("GET", link, cookie: browser.cookie)
                #expect(list.status == 200, "\(link)")
            }
        }
    }

    @Test("an admin's list of tenants says what is wrong with each")
    func tenants() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receiveFailing(.nowRunning(id: "failed", appUserID: "u_1"))
            let browser = try await ConsoleBrowser.signIn(by: api.adminKey, to: api)
            let page = try await api.browse(
                "GET", "/console?after=\(api.tenant.slug.dropLast())", cookie: browser.cookie)
            #expect(page.status == 200)
            let row = try #require(
                page.text.firstMatch(
                    of: try Regex(
                        #"<tr><th scope="row"><a href="/console/\#(api.tenant.slug)">[^\r]*?</tr>"#)
                )?.0)
            #expect(row.contains("<time"))
            let failed = "/console/\(api.tenant.slug)/events?status=failed"
            #expect(row.contains("class=\"bad\" href=\"\(failed)\">1<"))
        }
    }
}
