import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth console")
    struct ConsoleCommandTests {
        @Test("prints a link of the named server, which signs in once by the tenant's key")
        func link() async throws {
            try await CommandTenant.with { command in
                try await command.expectRefusal(66, "--kind secret --tenant", "console")
                let tenant = command.tenant
                var random = SystemRandomNumberGenerator()
                let key = APIKey.generate(kind: .secret, using: &random)
                _ = try await tenant.database.call(
                    CreateAPIKey(
                        keyID: key.keyID, kind: "secret", digest: key.digest, actor: "test"),
                    in: tenant.id)
                let url = try #require(
                    try await command.lines("console", "--address", "https://a.example/").first)
                let link = #/https:\/\/a\.example\/console\/links\/(lnk_\w+)/#
                let code = try #require(url.wholeMatch(of: link)?.1)
                for isFirst in [true, false] {
                    let used = try await tenant.database.callOne(
                        UseConsoleLink(
                            linkDigest: SecretCode.digest(of: String(code)),
                            tokenDigest: Array(repeating: isFirst ? 1 : 2, count: 32),
                            ttlSeconds: 60))
                    #expect(used.isSignedIn == isFirst)
                }
                let json = try await command.json("console")
                #expect(json["url"]?.string?.hasPrefix("http://127.0.0.1:8080/console/") == true)
                #expect(json["seconds_left"] == 600)
            }
        }

        @Test("there is no link to a console that is off, nor without a key of the installation")
        func refused() async throws {
            try await ScratchDatabase.with { own in
                let environment = ["DATABASE_URL": own.connectionString]
                let none = try await HearthProcess.run(["console"], environment: environment)
                #expect(none.exit == .status(66))
                #expect(none.error.contains("hearth keys create --kind admin"))
                let off = try await HearthProcess.run(
                    ["console"],
                    environment: environment.merging(["HEARTH_CONSOLE": "off"]) { $1 })
                #expect(off.exit == .status(69))
                #expect(off.error.contains("HEARTH_CONSOLE is off"))
            }
        }
    }
}
