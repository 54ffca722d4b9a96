import Entitlements
import Testing

@testable import hearth

@Suite("The text of hearth up")
struct BannerTests {
    private static func lines(
        console: ConsoleLink? = ConsoleLink(url: "http://127.0.0.1:8080/console/links/lnk_a"),
        simulator: String? = "http://127.0.0.1:9090", dataDirectory: String? = nil
    ) throws -> [String] {
        Banner(
            address: "http://127.0.0.1:8080", console: console, simulator: simulator,
            tenants: try ExampleTenants.definitions(), program: ".build/debug/hearth",
            dataDirectory: dataDirectory
        ).text.split(separator: "\n").map(String.init)
    }

    @Test("address, documentation and console come first, then lines to paste, and no key")
    func linesToPaste() throws {
        let lines = try Self.lines()
        #expect(lines[0].hasPrefix("Hearth is up at http://127.0.0.1:8080 "))
        #expect(lines[1] == "Documentation  http://127.0.0.1:8080/docs")
        #expect(lines[2].hasPrefix("Console        http://127.0.0.1:8080/console/links/lnk_a "))
        #expect(lines[3].hasPrefix("Simulator      http://127.0.0.1:9090   (plays RevenueCat"))
        #expect(lines[4].contains("sets ADDRESS, READ_KEY, SECRET_KEY, SIMULATOR for Stockpot"))
        #expect(lines[5] == "  source <(.build/debug/hearth env stockpot)")
        #expect(lines.dropFirst(6).filter { $0.hasPrefix("  curl ") }.count == 7)
        #expect(lines.contains("A customer buys at the simulated RevenueCat:"))
        #expect(!lines.contains { $0.contains("hearth_") || $0.contains("whsec") })
    }

    @Test("a directory that is named is named again; what is off is not shown")
    func others() throws {
        let lines = try Self.lines(console: nil, simulator: nil, dataDirectory: "/tmp/x")
        #expect(
            lines.contains("  source <(.build/debug/hearth env stockpot --data-directory /tmp/x)"))
        #expect(!lines.contains { $0.contains("SIMULATOR") || $0.contains("imulat") })
        #expect(!lines.contains { $0.contains("onsole") })
    }
}
