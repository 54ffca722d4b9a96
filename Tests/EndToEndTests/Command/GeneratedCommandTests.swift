import Entitlements
import Foundation
import TestSupport
import Testing

@testable import hearth

@Suite("Commands that are made from the document")
struct GeneratedCommandTests {
    @Test("each is called by its words")
    func reachable() throws {
        let folder = PackageRoot.url.appending(path: "Sources/hearth/Commands/Generated")
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .flatMap { name in
                try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                    .matches(of: #/\nstruct (\w+): AsyncParsableCommand/#).map { String($0.1) }
            }
        let called = Leaf.all.map { "\($0.command)" }
        #expect(made.count > 40)
        #expect(Set(made).isSubset(of: called))
    }
}

extension BinaryTests.Commands {
    @Suite("Commands that are made from the document do what the API does")
    struct GeneratedCommandRunTests {
        @Test("a list takes as many pages as its limit needs, and goes on from its cursor")
        func pages() async throws {
            try await CommandTenant.with { own in
                for _ in 1...105 { try await own.tenant.grant(to: "u_1") }
                let first = try await own.json("grants list", "u_1", "--limit", "103")
                let ids = first["data"]?.array?.compactMap { $0["grant_id"]?.string } ?? []
                #expect(Set(ids).count == 103)
                let cursor = try #require(first["next_cursor"]?.string)
                let rest = try await own.json("grants list", "u_1", "--cursor", cursor)
                let others = rest["data"]?.array?.compactMap { $0["grant_id"]?.string } ?? []
                #expect(others.count == 2 && Set(others).isDisjoint(with: ids))
                #expect(rest["next_cursor"] == .null)
                let all = try await own.lines("grants list", "u_1", "--limit", "1000")
                #expect(all.count == 106)
            }
        }

        @Test("a wrong value is refused by the API, in the words of the command line")
        func refused() async throws {
            try await CommandTenant.with(like: "iris") { own in
                let adjust = ["u_1", "hd_export", "--amount", "0", "--reference", "r"]
                try await own.expectRefusal(
                    64, "--reason: Expected a string of 1 to 2000 bytes.", "credits adjust",
                    adjust[0], adjust[1], adjust[2], "1", adjust[4], adjust[5], "--reason", "")
                try await own.expectRefusal(
                    64, "--amount", "credits adjust", adjust[0], adjust[1], adjust[2], adjust[3],
                    adjust[4], adjust[5], "--reason", "x")
                try await own.expectRefusal(
                    64, "--environment: Expected one of: production, sandbox.", "limits show",
                    "u_1", "--environment", "test")
                try await own.expectRefusal(
                    64, "--on and --off exclude each other.", "endpoints update",
                    Leaf.unknownID, "--on", "--off")
                try await own.expectRefusal(
                    64, "Expected exactly one of: --code, --batch-id, --campaign-id.",
                    "codes revoke", "--reason", "x")
                try await own.expectRefusal(
                    78, "HEARTH_ENCRYPTION_KEY", "endpoints create", "https://a.example/in")
            }
        }
    }
}
