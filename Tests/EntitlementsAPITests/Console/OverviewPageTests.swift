import Entitlements
import EntitlementsDatabase
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's overview")
struct OverviewPageTests {
    @Test("numbers, charts and their tables are shown, in less than 60 kB in all")
    func shown() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("")
            #expect(page.status == 200)
            for label in [
                "This server", "Webhooks per minute", "Failed events", "Refused webhooks",
                "Failing deliveries", "Drift", "Coverage", "Findings",
            ] {
                #expect(page.text.contains("<p class=\"label\">\(label)</p>"), "\(label)")
            }
            #expect(page.text.matches(of: #/<svg /#).count == 6)
            #expect(page.text.contains("data-live=\"\(browser.root)/live\""))
            let assets = page.text.matches(of: #/"(\/assets\/[^"]+)"/#).map { String($0.1) }
            #expect(assets.count == 2)
            var bytes = page.body.count
            for asset in assets { bytes += try await api.browse("GET", asset).body.count }
            #expect(bytes <= 60_000)
        }
    }

    @Test("a live page says what changed, and ends when its key is revoked")
    func live() async throws {
        try await TestAPI.run { api in
            let key = try await api.tenant.key(.secret)
            let browser = try await ConsoleBrowser.signIn(by: key, to: api)
            try await browser.stream("/live") { connection in
                _ = try await connection.text(through: ">Failed events</p>")
                try await api.tenant.receive(.initialPurchase())
                _ = try await connection.text(through: "Last received")
                let id = try #require(APIKey(parsing: key)).keyID
                _ = try await api.tenant.database.call(
                    RevokeAPIKey(keyID: id, actor: "test"), in: api.tenant.id)
                _ = try await connection.bytesUntilClosed(within: .seconds(10))
            }
        }
    }

    @Test("a live page ends when the server stops")
    func stopped() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            try await browser.stream("/live") { connection in
                _ = try await connection.text(through: "retry: 2000")
                await api.stop()
                _ = try await connection.bytesUntilClosed(within: .seconds(10))
            }
        }
    }

    @Test("browsers that look at one part share it for its interval, and no other part")
    func shared() async throws {
        let pages = LivePages()
        let made = Mutex(0)
        func part(_ name: String, everySeconds interval: Int) async throws -> String {
            try await pages.part(name, everySeconds: interval) {
                let number = made.withLock {
                    $0 += 1; return $0
                }
                return ("made \(number)", false)
            }.html
        }
        #expect(try await part("key tenant overview", everySeconds: 60) == "made 1")
        #expect(try await part("key tenant overview", everySeconds: 60) == "made 1")
        #expect(try await part("other tenant overview", everySeconds: 60) == "made 2")
        #expect(try await part("key tenant overview", everySeconds: 0) == "made 3")
        await #expect(throws: Failure.self) {
            _ = try await pages.part("key tenant run", everySeconds: 60) {
                throw Failure(.notFound, "No such run.")
            }
        }
        #expect(try await part("key tenant run", everySeconds: 60) == "made 4")
    }

    @Test("a server has fifty live pages, one tenant half of them, and a place is given back")
    func limit() throws {
        let pages = LivePages()
        var places = try (0..<LivePages.maximumPagesOfTenant).map { _ in
            try pages.take(for: "one")
        }
        #expect(throws: Failure.self) { try pages.take(for: "one") }
        places += try (places.count..<LivePages.maximumPages).map { _ in
            try pages.take(for: "two")
        }
        #expect(throws: Failure.self) { try pages.take(for: "three") }
        places.removeLast()
        places.append(try pages.take(for: "three"))
        #expect(throws: Failure.self) { try pages.take(for: "two") }
        #expect(places.count == LivePages.maximumPages)
    }
}
