import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's campaigns")
struct CampaignsPageTests {
    @Test("no campaign is a sentence, and a campaign shows what it gives and its redemptions")
    func list() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            try await api.tenant.apply([])
            #expect(try await browser.get("/campaigns").text.contains("No campaign yet."))
            try await api.tenant.apply([.giving()])
            try await api.tenant.redeem("LAUNCH-26", by: "u_1")
            let page = try await browser.get("/campaigns")
            #expect(page.text.contains("/campaigns/launch"))
            #expect(page.text.contains("for P30D"))
            let campaign = try await browser.get("/campaigns/launch")
            #expect(campaign.text.contains("/users/u_1"))
            #expect(campaign.text.contains(#"<span class="state good">given</span>"#))
            let other = try await browser.get("/campaigns/launch?app_user_id=u_2")
            #expect(other.text.contains("No code has been redeemed yet."))
        }
    }

    @Test("codes are made once for one form, shown once, and downloaded by the same form")
    func codes() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply([.giving()])
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let fields: KeyValuePairs = ["count": "201", "idempotency_key": "form-1"]
            let page = try await browser.post("/campaigns/launch/codes", fields)
            #expect(page.status == 200)
            // The middle of a UUID can look like a code.
            let pattern = #/[^-0-9a-z]([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})(?![-0-9a-z])/#
            let shown = page.text.matches(of: pattern).map { String($0.1) }
            #expect(shown.count == 200)
            let file = try await browser.post("/campaigns/launch/codes.csv", fields)
            let lines = file.text.split(separator: "\r\n")
            #expect(lines.first == "code,campaign_id,batch_id")
            #expect(lines.count == 202)
            #expect(lines.dropFirst().prefix(200).map { String($0.prefix(19)) } == shown)
            // The shared code is the 202nd.
            #expect(try await api.tenant.campaigns()[0]["codes"] == 202)
            let wrong = try await browser.post("/campaigns/launch/codes", ["count": "0"])
            #expect(wrong.status == 422)
        }
    }

    @Test("a redemption is taken back once, with a reason")
    func takeBack() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply([.giving()])
            try await api.tenant.redeem("LAUNCH-26", by: "u_1")
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/campaigns/launch")
            let id = try #require(
                page.text.firstMatch(of: #/name="redemption_id" value="([^"]+)"/#)?.1)
            let path = "/campaigns/launch/redemptions"
            let silent = try await browser.post(path, ["redemption_id": String(id)])
            #expect(silent.status == 422)
            for _ in 0..<2 {
                let answer = try await browser.post(
                    path, ["redemption_id": String(id), "reason": ConsoleBrowser.script])
                let done = try await browser.follow(answer)
                #expect(done.text.contains("was taken back"))
                #expect(done.text.contains(#"<span class="state dim">taken back</span>"#))
            }
            ConsoleBrowser.expectEscaped(try await browser.get("/audit"))
        }
    }

    @Test("a code, a batch and the campaign are revoked, with a reason")
    func revoke() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply([.giving()])
            let code = try await api.tenant.createCodes(2, of: "launch")[0]
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let path = "/campaigns/launch/revoke"
            let unknown = try await browser.post(
                path, ["code": ConsoleBrowser.script, "reason": "leaked"])
            #expect(unknown.status == 404)
            #expect(unknown.text.contains("/errors/code_not_found"))
            for (what, named) in [
                ("code", code), ("campaign_id", "launch"), ("campaign_id", "launch"),
            ] {
                let answer = try await browser.post(
                    path, [what: named, "reason": "leaked"])
                let page = try await browser.follow(answer)
                #expect(page.text.contains("It was revoked."))
            }
            let page = try await browser.get("/campaigns/launch")
            #expect(page.text.contains(#"<span class="state bad">revoked</span>"#))
        }
    }

    @Test("no act works without the token, by a read key, or on another tenant's campaign")
    func refused() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply([.giving()])
            try await TestTenant.create().apply([.giving(as: "theirs", code: "THEIRS-26")])
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let reader = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            let fields: KeyValuePairs = [
                "count": "1", "campaign_id": "theirs", "reason": "x", "redemption_id": "x",
            ]
            for act in ["codes", "codes.csv", "revoke", "redemptions"] {
                let path = "/campaigns/launch/\(act)"
                #expect(try await browser.post(path, fields, token: "0").status == 403)
                #expect(try await reader.post(path, fields).status == 403)
                #expect(
                    try await browser.post("/campaigns/theirs/\(act)", fields).status == 404)
            }
            #expect(try await browser.get("/campaigns/theirs").status == 404)
            #expect(try await api.tenant.campaigns()[0]["codes"] == 1)
            #expect(try await api.tenant.campaigns()[0]["is_open"] == true)
        }
    }
}
