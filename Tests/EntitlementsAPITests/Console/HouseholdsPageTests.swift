import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's households")
struct HouseholdsPageTests {
    /// Makes a household in which two members pay, and returns its id.
    private func doublePayers(
        _ tenant: TestTenant, _ first: String = "u_1", _ second: String = "u_2"
    ) async throws -> String {
        for person in [first, second] {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: person, purchasedAt: "2020-01-01T00:00:00Z",
                    expiresAt: "2099-01-01T00:00:00Z"))
        }
        return try await tenant.found(first, with: [second]).uuidString.lowercased()
    }

    @Test("without a finding the page says so, and a finding leads to its household and payers")
    func findings() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let empty = try await browser.get("/households")
            #expect(empty.text.contains("No household on this page needs attention."))
            let id = try await doublePayers(api.tenant)
            let page = try await browser.get("/households")
            #expect(page.text.contains("Several members pay for it."))
            for path in ["households/\(id)", "users/u_1", "users/u_2"] {
                #expect(page.text.contains(#"href="\#(browser.root)/\#(path)""#))
            }
        }
    }

    @Test("households without a finding are passed over, to the last one")
    func walks() async throws {
        try await TestAPI.run { api in
            for number in 0..<101 { try await api.tenant.found("alone\(number)") }
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/households")
            #expect(page.text.contains("No household on this page needs attention."))
            #expect(!page.text.contains("findings_cursor="))
        }
    }

    @Test("a household shows its seats and payers, and is opened by its id, with a read key, too")
    func household() async throws {
        try await TestAPI.run { api in
            let id = try await doublePayers(api.tenant)
            let browser = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            let index = try await browser.get("/households")
            #expect(index.text.contains("Findings are not shown to read keys."))
            let page = try await browser.follow(
                try await browser.get("/households?household_id=\(id)"))
            #expect(page.status == 200)
            #expect(page.text.contains("2 members pay for plus."))
            #expect(page.text.matches(of: #/<li class="seat">/#).count == 2)
            let seats = try #require(page.text.firstMatch(of: #/2 of (\d+) taken/#)?.1)
            let free = page.text.matches(of: #/<li class="seat free">/#).count
            #expect(free == (Int(seats) ?? 0) - 2)
            #expect(page.text.matches(of: #/pays for <code>plus<\/code>/#).count == 2)
        }
    }

    @Test("another tenant's household, and an id that is none, are not found")
    func foreign() async throws {
        try await TestAPI.run { api in
            let id = try await doublePayers(try await TestTenant.create())
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            for id in [id, UUID().uuidString, "hello", "%22%3E"] {
                #expect(try await browser.get("/households/\(id)").status == 404)
            }
        }
    }

    @Test("a household's name and its members' ids are shown as text")
    func escaped() async throws {
        try await TestAPI.run { api in
            let script = ConsoleBrowser.script
            let created = try await api.post(
                "createHousehold", "/v1/households",
                ["owner_app_user_id": .string("owner \(script)"), "name": .string(script)])
            let id = try #require(try created.json["household_id"]?.string)
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            ConsoleBrowser.expectEscaped(try await browser.get("/households/\(id)"))
            _ = try await doublePayers(api.tenant, script, "\(script)2")
            ConsoleBrowser.expectEscaped(try await browser.get("/households"))
        }
    }
}
