import Entitlements
import Testing

@testable import hearth

@Suite("The text of hearth up")
struct BannerTests {
    @Test("lines to paste come first, and use variables that are printed as assignments")
    func linesToPaste() throws {
        let tenants = try ExampleTenants.definitions()
        var random = SystemRandomNumberGenerator()
        var keys = KeyRing.random(using: &random)
        keys.complete(for: tenants, using: &random)
        let text = Banner(
            address: "http://127.0.0.1:8080",
            console: ConsoleLink(url: "http://127.0.0.1:8080/console/links/lnk_a"),
            simulator: "http://127.0.0.1:9090", keys: keys, tenants: tenants,
            dataDirectory: "/tmp/x"
        ).text
        let lines = text.split(separator: "\n").map(String.init)
        #expect(text.contains("The console: http://127.0.0.1:8080/console/links/lnk_a "))
        let stockpot = try #require(keys.tenants["stockpot"])
        let assignments = [
            "ADDRESS=http://127.0.0.1:8080", "SIMULATOR=http://127.0.0.1:9090",
            "READ_KEY=\(stockpot.readKey.text)", "SECRET_KEY=\(stockpot.secretKey.text)",
        ]
        let first = try #require(lines.firstIndex(of: assignments[0]))
        #expect(Array(lines[first..<first + 4]) == assignments)

        let questions = lines.indices.filter { lines[$0].hasPrefix("  curl ") }
        #expect(questions.count == 7)
        #expect(questions.allSatisfy { $0 > first && !lines[$0].contains("hearth_") })
        let admin = try #require(lines.firstIndex { $0.hasPrefix("Admin key") })
        #expect(questions.allSatisfy { $0 < admin })
        #expect(tenants.allSatisfy { text.contains("\($0.name) (\($0.slug.rawValue))") })
    }

    @Test("without a simulator no line needs one")
    func noSimulator() throws {
        var random = SystemRandomNumberGenerator()
        let tenants = try ExampleTenants.definitions()
        var keys = KeyRing.random(using: &random)
        keys.complete(for: tenants, using: &random)
        let text = Banner(
            address: "http://127.0.0.1:8080", console: nil, simulator: nil, keys: keys,
            tenants: tenants, dataDirectory: "/tmp/x"
        ).text
        #expect(!text.contains("SIMULATOR"))
        #expect(!text.contains("console"))
    }
}
