import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("A pooler in between")
    struct PoolerTests {
        private static let key = Data(repeating: 7, count: 32).base64EncodedString()

        @Test(
            "in transaction mode: serve, migrate and doctor say so, and what to do",
            arguments: Pooler.Options.allCases)
        func lendsByTransaction(options: Pooler.Options) async throws {
            try await ScratchDatabase.with { own in
                let pooler = Pooler(mode: "transaction", options: options)
                try await pooler.inFront(of: own.connectionString) { url in
                    let environment = [
                        "DATABASE_URL": url, "HEARTH_ENCRYPTION_KEY": Self.key, "HEARTH_PORT": "0",
                    ]
                    for command in ["serve", "migrate"] {
                        let refused = try await HearthProcess.run(
                            [command], environment: environment)
                        #expect(refused.exit == .status(78), "\(command): \(refused.output)")
                        for words in ["pooler", "transaction", "session mode"] {
                            #expect(refused.error.contains(words), "\(refused.error)")
                        }
                    }
                    let examined = try await HearthProcess.run(
                        ["doctor", "--json"], environment: environment)
                    #expect(examined.exit == .status(78))
                    let checks = try Self.checks(of: examined)
                    #expect(checks["pooler"] == "fail", "\(examined.output)")
                    // They would be about a session that was lent to another.
                    #expect(checks["login"] == nil && checks["schema"] == nil)
                }
            }
        }

        @Test(
            "in session mode: the usual login serves as hearth_server, and doctor agrees",
            arguments: Pooler.Options.allCases)
        func lendsSessions(options: Pooler.Options) async throws {
            let folder = TestFolder(named: "pooled")
            defer { folder.remove() }
            let cluster = TestCluster.make(in: folder.path + "/postgres")
            try await InstalledHearth.with(cluster, asSuperuser: false) { hearth in
                try await hearth.install()
                let pooler = Pooler(mode: "session", options: options)
                try await pooler.inFront(of: hearth.login) { url in
                    try await hearth.serve(on: url) { server in
                        let isTaken = try await StandbyTests.deliver("u_1", to: server).status
                        #expect(isTaken == 200)
                        #expect(try await server.request("GET", "/readyz").status == 200)
                        let examined = try await HearthProcess.run(
                            ["doctor", "--json"],
                            environment: [
                                "DATABASE_URL": url, "HEARTH_ENCRYPTION_KEY": Self.key,
                            ])
                        let checks = try Self.checks(of: examined)
                        for name in ["pooler", "role", "login", "schema"] {
                            #expect(checks[name] == "ok", "\(examined.output)")
                        }
                    }
                }
            }
        }

        private static func checks(
            of examined: HearthProcess.Finished
        ) throws -> [String: String] {
            let checks = try JSONParser.parse(Array(examined.output.utf8))["checks"]?.array
            return Dictionary(
                uniqueKeysWithValues: (checks ?? []).compactMap { check in
                    guard let name = check["name"]?.string, let status = check["status"]?.string
                    else { return nil }
                    return (name, status)
                })
        }
    }
}
