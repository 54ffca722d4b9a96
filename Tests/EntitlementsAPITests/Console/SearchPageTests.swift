import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("/console/{tenant}/search")
struct SearchPageTests {
    @Test("an e-mail, an order or an id of one person opens their page; of several, a list")
    func works() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            try await api.tenant.receive(
                .initialPurchase(
                    id: "e1", appUserID: "u_1", originalTransactionID: "2000000123"
                )
                .attributes(["$email": "ana@example.com"]))
            try await api.tenant.receive(.nowRunning(id: "e2", appUserID: "u_2"))
            for text in ["ana%40example.com", "2000000123", "u_1", "+u_1"] {
                let answer = try await browser.get("/search?query=\(text)")
                #expect(answer.status == 303, "\(text)")
                #expect(answer["location"] == "\(browser.root)/users/u_1")
            }
            let several = try await browser.get("/search?query=u_")
            #expect(several.status == 200)
            #expect(several.text.contains("href=\"\(browser.root)/users/u_2\""))
            #expect(several.text.contains("value=\"u_\""))
        }
    }

    @Test("nothing found, and nothing asked, say what to do")
    func empty() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let other = try await TestTenant.create()
            try await other.receive(.nowRunning(appUserID: "u_other"))
            let none = try await browser.get("/search?query=u_other")
            #expect(none.status == 200)
            #expect(none.text.contains("Nothing begins with"))
            for query in ["", "?query=", "?query=+"] {
                let page = try await browser.get("/search\(query)")
                #expect(page.text.contains("What can be searched"))
            }
            #expect(try await browser.get("/search?query=a&query=b").status == 400)
        }
    }

    @Test("a read key opens a person by their id")
    func readKey() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            let answer = try await browser.get("/search?query=%2F%2Fevil")
            #expect(answer["location"] == "\(browser.root)/users/%2F%2Fevil")
        }
    }
}
