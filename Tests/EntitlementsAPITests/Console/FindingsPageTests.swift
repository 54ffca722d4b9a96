import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's findings and audit")
struct FindingsPageTests {
    @Test("no finding is a sentence, and a finding says what to do")
    func findings() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await browser.get("/findings").text.contains("No findings."))
            try await api.tenant.receive(
                .initialPurchase(product: ConsoleBrowser.script).setting("entitlement_ids", []))
            let page = try await browser.get("/findings")
            #expect(page.text.contains("A product is not in the tenant file, and gives nothing."))
            #expect(page.text.contains(#"<a href="\#(browser.root)/tenant">"#))
            ConsoleBrowser.expectEscaped(page)
        }
    }

    @Test("an entry of the audit leads to its people, and the audit is filtered and paged")
    func audit() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let ofKey = try await browser.get("/audit").text
            #expect(ofKey.contains("create_key"))
            #expect(
                try await browser.get("/audit?app_user_id=u_1").text.contains(
                    "Nothing is recorded yet"))
            let keys = ofKey.matches(of: #/<tr><td>/#).count
            for number in 1...21 {
                let granted = try await api.post(
                    "createGrant", "/v1/users/u_\(number)/grants",
                    [
                        "entitlement_id": "plus", "lifetime": true,
                        "reason": .string("\(number) \(ConsoleBrowser.script)"),
                    ])
                #expect(granted.status == 201)
            }
            let page = try await browser.get("/audit")
            #expect(page.text.matches(of: #/<tr><td>/#).count == 15)
            #expect(page.text.contains(#"href="\#(browser.root)/users/u_21""#))
            ConsoleBrowser.expectEscaped(page)
            let next = try #require(
                page.text.firstMatch(of: #/rel="next" href="[^"]*(\/audit\?[^"]+)"/#)?.1)
            let last = try await browser.get(String(next).replacing("&amp;", with: "&"))
            #expect(last.text.matches(of: #/<tr><td>/#).count == 6 + keys)
            let one = try await browser.get("/audit?app_user_id=u_3")
            #expect(one.text.matches(of: #/<tr><td>/#).count == 1)
            let reader = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            #expect(try await reader.get("/audit").status == 403)
            #expect(try await reader.get("/findings").status == 403)
        }
    }

    @Test("a link cannot put its own words into a page")
    func done() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/orphans?done=Call+the+attacker")
            #expect(page.status == 200)
            #expect(!page.text.contains("attacker"))
        }
    }
}
