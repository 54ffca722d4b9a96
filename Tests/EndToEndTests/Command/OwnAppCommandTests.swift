import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    /// README's test has what works.
    @Suite("Commands for an app of one's own refuse what they should")
    struct OwnAppCommandTests {
        @Test("init writes a file that apply takes, and no second one")
        func initWritesOnce() async throws {
            try await withTemporaryDirectory { directory in
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true)
                let path = directory + "/far.yaml"
                let command = [
                    "tenants", "init", "far-away", "--name", "Far \"away\"", "--file", path,
                ]
                let made = try await HearthProcess.run(command, workingDirectory: directory)
                #expect(made.exit == .status(0))
                #expect(made.output.contains("hearth keys create --kind secret --tenant far-away"))
                #expect(!made.output.contains("hearth env"))
                let checked = try await HearthProcess.run(["tenants", "apply", "--dry-run", path])
                #expect(checked.output == "far-away: valid\n", "\(checked.error)")

                let again = try await HearthProcess.run(command)
                #expect(again.exit == .status(73))
                #expect(again.error.contains("there is such a file"))
                let wrong = try await HearthProcess.run(
                    ["tenants", "init", "Far Away", "--file", directory + "/wrong.yaml"])
                #expect(wrong.exit == .status(65))
                #expect(!FileManager.default.fileExists(atPath: directory + "/wrong.yaml"))
            }
        }

        @Test("env names no server that does not run, and keeps the keys of an own tenant")
        func env() async throws {
            try await withTemporaryDirectory { directory in
                let own = directory + "/.hearth"
                let option = ["--data-directory", own]
                let first = try await RunningHearth.start(in: own, arguments: ["--no-demo"])
                let path = directory + "/fernweh.yaml"
                let initialize = ["tenants", "init", "fernweh"]
                let made = try await HearthProcess.run(initialize, workingDirectory: directory)
                #expect(made.exit == .status(0))
                #expect(made.output.contains("source <(hearth env fernweh)"))
                let elsewhere = try await HearthProcess.run(
                    initialize + ["--file", "other.yaml"],
                    environment: ["DATABASE_URL": "postgres://db.example/hearth"],
                    workingDirectory: directory)
                #expect(!elsewhere.output.contains("hearth env"), "\(elsewhere.output)")
                let applied = try await HearthProcess.run(["tenants", "apply", path] + option)
                #expect(applied.output == "fernweh: created\n")
                let named = try await HearthProcess.run(["env", "fernweh"] + option)
                #expect(named.output.contains("export ADDRESS='http://127.0.0.1:\(first.port)'\n"))
                #expect(named.output.contains("export SIMULATOR=''\n"))
                await first.stop()

                let late = try await HearthProcess.run(["env", "fernweh"] + option)
                #expect(late.exit == .status(69))
                #expect(late.output.isEmpty)

                let second = try await RunningHearth.start(in: own, arguments: ["--no-demo"])
                let kept = try await HearthProcess.run(["env", "fernweh"] + option)
                let lines = [named, kept].map { $0.output.split(separator: "\n").filter(isKey) }
                #expect(lines[0] == lines[1])
                #expect(lines[0].count == 2)
                await second.stop()
            }
        }

        private func isKey(_ line: Substring) -> Bool { line.contains("_KEY=") }

        @Test("an event is not sent to production, nor made up for a product that is not sold")
        func webhookSend() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let production = ["DATABASE_URL": own.connectionString]
                let command = ["webhooks", "send", tenant.slug, "INITIAL_PURCHASE", "u_1"]
                let refused = try await HearthProcess.run(command, environment: production)
                #expect(refused.exit == .status(78))
                #expect(refused.error.contains("HEARTH_ENVIRONMENT=development"))
                let dry = try await HearthProcess.run(
                    command + ["--dry-run"], environment: production)
                #expect(dry.exit == .status(0), "\(dry.error)")
                #expect(dry.output.contains(#""type":"INITIAL_PURCHASE""#))

                let development = production.merging(["HEARTH_ENVIRONMENT": "development"]) { $1 }
                let unknown = try await HearthProcess.run(
                    command + ["--product", "nothing"], environment: development)
                #expect(unknown.exit == .status(65))
                #expect(unknown.error.contains("no product for it"))
            }
        }
    }
}
