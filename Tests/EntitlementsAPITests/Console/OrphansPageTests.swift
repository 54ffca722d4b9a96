import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's orphans")
struct OrphansPageTests {
    private let phone = "$RCAnonymousID:8069238d6049ce87cc529853916d624c"

    /// Makes an orphan, and returns its id.
    private func orphan(in api: TestAPI, of holder: String? = nil) async throws -> String {
        try await api.tenant.receive(.initialPurchase(appUserID: holder ?? phone))
        let page = try await api.send("listOrphans", "GET", "/v1/orphans", key: api.secretKey)
        return try #require(try page.json["data"]?.array?.first?["orphan_id"]?.string)
    }

    @Test("no orphan is a sentence, and an orphan is a row with what it would give and a form")
    func list() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await browser.get("/orphans").text.contains("Nothing to do."))
            let id = try await orphan(in: api)
            let page = try await browser.get("/orphans")
            #expect(page.text.contains("Bought before sign-up"))
            #expect(page.text.contains("<code>plus</code>"))
            #expect(page.text.contains(#"name="orphan_id" value="\#(id)""#))
        }
    }

    @Test("a claim is shown before it is made, and made once")
    func claim() async throws {
        try await TestAPI.run { api in
            let id = try await orphan(in: api)
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let fields: KeyValuePairs = ["orphan_id": id, "app_user_id": "u_7"]
            let preview = try await browser.post(
                "/orphans/claim", ["orphan_id": id, "app_user_id": "u_7", "dry_run": "true"])
            #expect(preview.status == 200)
            #expect(preview.text.contains("What the claim would do"))
            #expect(preview.text.contains("<code>stockpot_plus_monthly</code>"))
            #expect(try await api.tenant.owners().values.first == phone)
            for _ in 0..<2 {
                let answer = try await browser.post("/orphans/claim", fields)
                let page = try await browser.follow(answer)
                #expect(page.text.contains("The purchase was claimed."))
                #expect(page.text.contains("Nothing to do."))
                #expect(try await api.tenant.owners().values.first == "\(phone) u_7")
            }
        }
    }

    @Test("a claim without the token, by a read key, and of another tenant's orphan is refused")
    func refused() async throws {
        try await TestAPI.run { api in
            let id = try await orphan(in: api)
            let fields: KeyValuePairs = ["orphan_id": id, "app_user_id": "u_7"]
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let forged = try await browser.post("/orphans/claim", fields, token: "0")
            #expect(forged.status == 403)
            let reader = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            #expect(try await reader.post("/orphans/claim", fields).status == 403)
            try await TestAPI.run { other in
                let stranger = try await ConsoleBrowser.signIn(by: other.secretKey, to: other)
                #expect(try await stranger.post("/orphans/claim", fields).status == 404)
            }
            #expect(try await api.tenant.owners().values.first == phone)
        }
    }

    @Test("the ids of an orphan and of a wrong claim are shown as text")
    func escaped() async throws {
        try await TestAPI.run { api in
            let script = ConsoleBrowser.script
            let id = try await orphan(in: api, of: "$RCAnonymousID:\(script)")
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            ConsoleBrowser.expectEscaped(try await browser.get("/orphans"))
            ConsoleBrowser.expectEscaped(
                try await browser.post(
                    "/orphans/claim",
                    ["orphan_id": id, "app_user_id": script, "dry_run": "true"]))
        }
    }
}
