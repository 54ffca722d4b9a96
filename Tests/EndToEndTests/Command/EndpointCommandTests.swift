import Entitlements
import FoundationEssentials
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth endpoints")
    struct EndpointCommandTests {
        @Test("an endpoint is created, shown, tested, changed, replayed and deleted")
        func works() async throws {
            try await Upstream.with { _, number in
                .text("", status: number == 0 ? 200 : 500)
            } _: { receiver, port in
                try await Self.withTenant { tenant, run in
                    let created = try await run(
                        "create", ["http://127.0.0.1:\(port)/in", "--kind", "limit_reached"])
                    let endpoint = try Self.json(created)
                    #expect(endpoint["kinds"] == ["limit_reached"])
                    #expect(endpoint["secret"]?.string?.hasPrefix("whsec_") == true)
                    let id = try #require(endpoint["endpoint_id"]?.string)

                    let list = try Self.json(try await run("list", ["--json"]))
                    #expect(list["data"]?.array?.map { $0["endpoint_id"] } == [.string(id)])
                    #expect(try await run("list", []).output.contains(id))
                    let shown = try await run("show", [id])
                    #expect(!shown.output.contains("whsec_"))
                    let taken = try await run("test", [id])
                    #expect(taken.exit == .status(0), "\(taken.error)")
                    let refused = try await run("test", [id])
                    #expect(refused.exit == .status(69))
                    #expect(refused.error.contains("status_500"))
                    #expect(receiver.requests.count == 2)

                    let off = try Self.json(try await run("update", [id, "--off", "--all-kinds"]))
                    #expect(off["state"] == "off")
                    #expect(off["kinds"] == .null)
                    let rotated = try Self.json(try await run("rotate-secret", [id]))
                    #expect(rotated["live_secrets"] == 2)
                    #expect(rotated["secret"] != endpoint["secret"])
                    let replayed = try Self.json(try await run("replay", [id, "--from", "1"]))
                    #expect(replayed["handed_over_number"] == 0)
                    let log = try await run("deliveries", [id, "--failing"])
                    #expect(log.exit == .status(0))
                    #expect(log.output.isEmpty)
                    #expect(try await run("delete", [id]).exit == .status(0))
                    let gone = try await run("delete", [id])
                    #expect(gone.exit == .status(66))
                    #expect(gone.error.contains("no endpoint with this id"))
                }
            }
        }

        @Test("outside development a plain http address is refused, and nothing is created")
        func refused() async throws {
            try await Self.withTenant(environment: "production") { tenant, run in
                let refused = try await run("create", ["http://127.0.0.1:9/in"])
                #expect(refused.exit == .status(64))
                #expect(refused.error.contains("<url>: Expected an https"))
                #expect(try await run("list", []).output.isEmpty)
                let wrong = try await run("create", ["https://a.example/", "--kind", "all"])
                #expect(wrong.exit == .status(64))
            }
        }

        private static func json(_ finished: HearthProcess.Finished) throws -> JSONValue {
            #expect(finished.exit == .status(0), "\(finished.error)")
            return try JSONParser.parse(Array(finished.output.utf8))
        }

        private typealias Run =
            (_ command: String, _ arguments: [String]) async throws -> HearthProcess.Finished

        /// Lends a tenant, and a function that runs a command for it.
        private static func withTenant(
            environment: String = "development", _ body: (TestTenant, Run) async throws -> Void
        ) async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let variables = [
                    "DATABASE_URL": own.connectionString, "HEARTH_ENVIRONMENT": environment,
                    "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
                ]
                try await body(tenant) { command, arguments in
                    try await HearthProcess.run(
                        ["endpoints", command, tenant.slug] + arguments, environment: variables)
                }
            }
        }
    }
}
