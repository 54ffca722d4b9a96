import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("Commands tell an operator what failed, why, and what to do")
    struct CommandTests {
        @Test("every problem of the configuration is reported at once, by its key")
        func configurationProblems() async throws {
            let finished = try await HearthProcess.run(
                ["serve"],
                environment: [
                    "DATABASE_URL": "postgresql:///x", "HEARTH_PROT": "1", "HEARTH_PORT": "70000",
                    "HEARTH_ENCRYPTION_KEY": "c2hvcnQ=",
                ])
            #expect(finished.exit == .status(78))
            #expect(finished.error.contains("3 problems"))
            #expect(
                finished.error.contains(
                    "HEARTH_PROT is not a key of Hearth; did you mean HEARTH_PORT"))
            #expect(finished.error.contains("HEARTH_PORT must be a whole number"))
            #expect(finished.error.contains("HEARTH_ENCRYPTION_KEY must be 32 bytes"))
            #expect(!finished.error.contains("c2hvcnQ="))
        }

        @Test("a failure names the command as it is typed, with its group")
        func names() async throws {
            for words in [["migrate"], ["reconcile", "start"]] {
                let finished = try await HearthProcess.run(
                    words + (words == ["migrate"] ? [] : ["stockpot"]),
                    environment: ["DATABASE_URL": "postgresql:///x?host=/nowhere"])
                let command = words.joined(separator: " ")
                #expect(finished.error.contains("`hearth \(command)` failed: cannot connect"))
            }
        }

        @Test("openapi prints the whole document, with what its files leave out")
        func document() async throws {
            let printed = try await HearthProcess.run(["openapi"])
            #expect(printed.exit == .status(0))
            #expect(printed.output.hasPrefix("openapi: 3.1.0\n"))
            let lines = printed.output.split(separator: "\n").map { $0.drop { $0 == " " } }
            let operations = lines.count { $0.hasPrefix("operationId: ") }
            let others = lines.count { $0.hasPrefix("default: ") && $0.contains("/Problem") }
            #expect(operations > 0 && operations == others)
        }

        @Test("serve requires a migrated database, and migrate can be repeated")
        func serveAndMigrate() async throws {
            let key = Data(repeating: 7, count: 32).base64EncodedString()
            let none = try await HearthProcess.run(
                ["serve"], environment: ["HEARTH_ENCRYPTION_KEY": key])
            #expect(none.exit == .status(78))
            #expect(none.error.contains("DATABASE_URL is not set"))

            try await ScratchDatabase.withEmpty { url in
                let environment = ["DATABASE_URL": url, "HEARTH_ENCRYPTION_KEY": key]
                let early = try await HearthProcess.run(["serve"], environment: environment)
                #expect(early.exit == .status(65))
                #expect(early.error.contains("never migrated"))
                #expect(early.error.contains("hearth migrate"))

                let first = try await HearthProcess.run(["migrate"], environment: environment)
                #expect(first.exit == .status(0))
                #expect(first.output.contains("applied 0001_"))
                let second = try await HearthProcess.run(["migrate"], environment: environment)
                #expect(second.output.contains("nothing to do"))
            }
        }

        @Test("a tenant file is applied once; an invalid one is refused with all its lines")
        func tenantApply() async throws {
            try await ScratchDatabase.with { own in
                let environment = ["DATABASE_URL": own.connectionString]
                let file = PackageRoot.url.appending(path: "examples/tenants/yapmate.yaml").path()
                let first = try await HearthProcess.run(
                    ["tenants", "apply", file], environment: environment)
                #expect(first.output == "yapmate: created\n")
                let second = try await HearthProcess.run(
                    ["tenants", "apply", file], environment: environment)
                #expect(second.output == "yapmate: unchanged\n")

                let path = "/tmp/hearth-test-\(UUID().uuidString).yaml"
                try "tenant: Yap Mate\nname: Yap\nfree_plan: free\nentitlements: {}\nprodcuts: {}\n"
                    .write(toFile: path, atomically: true, encoding: .utf8)
                defer { try? FileManager.default.removeItem(atPath: path) }
                let bad = try await HearthProcess.run(
                    ["tenants", "apply", file, path], environment: environment)
                #expect(bad.exit == .status(65))
                #expect(bad.error.contains("\(path):1: "))
                #expect(
                    bad.error.contains("\(path):5: “prodcuts” is not a known key; did you mean"))
            }
        }

        @Test("a key is printed once, and revoked by its id")
        func keys() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let environment = ["DATABASE_URL": own.connectionString]
                let created = try await HearthProcess.run(
                    ["keys", "create", "--kind", "read", "--tenant", tenant.slug],
                    environment: environment)
                let key = try #require(
                    APIKey(parsing: created.output.trimmingCharacters(in: .newlines)))
                #expect(key.kind == .read)
                let revoke = ["keys", "revoke", key.keyID]
                #expect(
                    try await HearthProcess.run(revoke, environment: environment).exit == .status(0)
                )
                let again = try await HearthProcess.run(revoke, environment: environment)
                #expect(again.exit == .status(66))
                #expect(again.error.contains("no live key has the id \(key.keyID)"))

                let other = try await HearthProcess.run(
                    ["keys", "create", "--kind", "secret", "--tenant", "nobody"],
                    environment: environment)
                #expect(
                    other.error.contains(
                        "there is no tenant \"nobody\": the tenants are \(tenant.slug)\n"))
                let admin = try await HearthProcess.run(
                    ["keys", "create", "--kind", "admin", "--tenant", "stockpot"],
                    environment: environment)
                #expect(admin.exit == .status(64))
            }
        }

        @Test("a second server serves beside hearth up, in production, if its directory is named")
        func serveBeside() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let second = try await RunningHearth.serving(
                    ["--data-directory", directory], beside: first, environment: [:])
                #expect(try await second.deliver(.plusForEver("u_1")).contains("applied"))
                #expect(try await first.plan(of: "u_1") == "plus")
                // Only development admits an endpoint on this machine.
                for (server, status) in [(first, 201), (second, 422)] {
                    let created = try await server.request(
                        "POST", "/v1/admin/endpoints",
                        authorization: "Bearer \(first.key("secret_key"))",
                        body: Array(#"{"url": "http://127.0.0.1:9/in"}"#.utf8))
                    #expect(created.status == status, "\(created.text)")
                }
                #expect(await second.stop() == .status(0))
                await first.stop()
            }
        }

        @Test("the exit status of health shows whether the server is ready")
        func health() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let environment = ["HEARTH_PORT": String(hearth.port)]
                let well = try await HearthProcess.run(["health"], environment: environment)
                #expect(well.exit == .status(0))
                let named = try await HearthProcess.run(["health", "--port", String(hearth.port)])
                #expect(named.exit == .status(0))
                let inDirectory = ["health", "--data-directory", directory]
                #expect(try await HearthProcess.run(inDirectory).exit == .status(0))
                let both = try await HearthProcess.run(inDirectory + ["--port", "1"])
                #expect(both.exit == .status(64))
                await hearth.stop()
                let stopped = try await HearthProcess.run(inDirectory)
                #expect(stopped.exit == .status(69))
                #expect(stopped.error.contains("no `hearth up` answers in \(directory)"))
                #expect(stopped.error.contains("the directory that it was started with"))
                let gone = try await HearthProcess.run(["health"], environment: environment)
                #expect(gone.exit == .status(69))
                #expect(gone.error.contains("HEARTH_PORT"))
            }
        }
    }
}
