import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

@testable import hearth

extension BinaryTests.Commands {
    @Suite("Colour is for a person at a terminal")
    struct ColourTests {
        @Test("heads are bold on a terminal, unless NO_COLOR is set, and never in a pipe")
        func terminal() async throws {
            let bold = "KEY".bold
            let piped = try await HearthProcess.run(["configuration"])
            #expect(!piped.output.contains("\u{1B}"))
            #expect(try await Self.onTerminal(["configuration"]).contains(bold))
            let plain = try await Self.onTerminal(["configuration"], ["NO_COLOR": "1"])
            #expect(plain.contains("KEY") && !plain.contains("\u{1B}"))
        }

        @Test("why, overview and users show colour their titles, and what is good or bad")
        func reports() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.receive(.nowRunning(appUserID: "u_1"))
                let environment = ["DATABASE_URL": own.connectionString]
                func shown(_ words: String...) async throws -> String {
                    try await Self.onTerminal(words, environment)
                }
                let yes = try await shown("why", tenant.slug, "u_1", "plus")
                #expect(yes.hasPrefix("u_1, entitlement plus: \("yes".green)\r\n"), "\(yes)")
                #expect(yes.contains("\r\n\("considered".bold)\r\n"))
                let no = try await shown("why", tenant.slug, "u_2", "plus")
                #expect(no.contains("entitlement plus: \("no".red)\r\n"), "\(no)")
                let early = try await shown("overview", tenant.slug)
                #expect(early.contains("computed at \("– (not yet in full)".yellow)\r\n"))
                _ = try await own.database.callOne(
                    ComputeFigures(firstBucket: 0, lastBucket: 15), in: tenant.id)
                let overview = try await shown("overview", tenant.slug)
                #expect(overview.contains("\r\n\("All".bold)\r\n"), "\(overview)")
                let card = try await shown("users", "show", tenant.slug, "u_1")
                #expect(
                    card.contains("\("plan".bold)         plus, subscription \("active".green)"))
                #expect(card.contains(", app_store, \("active".green), until "), "\(card)")
            }
        }

        @Test("listen colours what arrives: its kind, the outcome, and words of a status")
        func listen() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let process = try HearthProcess(
                    ["listen", tenant.slug], environment: ["DATABASE_URL": own.connectionString],
                    onTerminal: true)
                let first = await process.nextLine() ?? ""
                #expect(first.contains("Listening to \(tenant.slug)"))
                try await tenant.receive(.nowRunning(appUserID: "u_1"))
                try await own.database.numberChanges()
                var lines: [String] = []
                while let line = await process.nextLine() {
                    lines.append(line)
                    if line.contains("product_id") { break }
                }
                // Python inherits that others are blocked. Its terminal hangs up on the command.
                process.send(signal: SIGKILL)
                _ = await process.exit()
                let event = "\("INITIAL_PURCHASE".bold)  \("applied".green)  "
                #expect(lines.contains { $0.contains("  event   \(event)") }, "\(lines)")
                let change = "  change  \("entitlements_changed".bold)  u_1\r"
                #expect(lines.contains { $0.hasSuffix(change) }, "\(lines)")
                let status = "subscription_status: \"none\" → \("\"active\"".green)\r"
                #expect(lines.contains { $0.hasSuffix(status) }, "\(lines)")
            }
        }

        @Test("a word with a colour is one that the API or doctor uses")
        func words() async throws {
            let contract = try await HearthProcess.run(["openapi"]).output
            let doctor: Set = ["ok", "warn", "fail", "yes", "no"]
            for word in Set(Colour.ofStatus.keys).subtracting(doctor) {
                #expect(contract.contains(try Regex("\\b\(word)\\b")), "\(word)")
            }
            for name in Colour.namesOfStatus {
                #expect(contract.contains(" \(name):"), "\(name)")
            }
        }

        private static func onTerminal(
            _ words: [String], _ environment: [String: String] = [:]
        ) async throws -> String {
            try await HearthProcess.run(words, environment: environment, onTerminal: true).output
        }
    }
}

extension String {
    fileprivate var bold: String { Colour.bold.applied(to: self) }
    fileprivate var green: String { Colour.green.applied(to: self) }
    fileprivate var yellow: String { Colour.yellow.applied(to: self) }
    fileprivate var red: String { Colour.red.applied(to: self) }
}
