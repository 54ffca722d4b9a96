import Entitlements
import EntitlementsDatabase
import Foundation
import Migrations
import Postgres
import TestSupport
import Testing

@testable import hearth

extension BinaryTests.Commands {
    @Suite("The connections that the server and commands open")
    struct ConnectionLimitTests {
        /// What MACHINES.md says of a server with the usual settings.
        private static let usual = 14

        @Test("the handbook says how many a server opens")
        func documented() throws {
            let client = try Configuration(variables: [:]).postgresClient("")
            #expect(client.connections == Self.usual)
            let handbook = try String(
                contentsOf: PackageRoot.url.appending(path: "docs/MACHINES.md"), encoding: .utf8)
            #expect(handbook.contains("**\(Self.usual) connections**"))
            let readOnly = try Configuration(variables: ["HEARTH_READ_ONLY": "true"])
            #expect(readOnly.postgresClient("").connections == Self.usual - 8 - 1)
        }

        @Test("serve opens what it says, refuses a lower limit at once, and a command takes one")
        func limits() async throws {
            let folder = TestFolder(named: "limited")
            defer { folder.remove() }
            let cluster = TestCluster.make(in: folder.path + "/postgres")
            try await InstalledHearth.with(cluster, asSuperuser: false) { hearth in
                try await hearth.install()
                try await serves(hearth, at: Self.usual)
                try await refuses(hearth, at: Self.usual - 1)
                try await hearth.ask("alter role app_login connection limit 1")
                for command in [["tenants", "list"], ["tenants", "show", "stockpot"]] {
                    #expect(try await hearth.run(command).contains("stockpot"))
                }
                try await hearth.ask("alter role app_login connection limit -1")
                try await refusesOfDatabase(hearth, at: 3)
            }
        }

        private func serves(_ hearth: InstalledHearth, at limit: Int) async throws {
            try await hearth.ask("alter role app_login connection limit \(limit)")
            let count = "select count(*) from pg_stat_activity where usename = 'app_login'"
            try await hearth.serve { server in
                let isWhole = try await eventually {
                    try await hearth.ask(count) == [["\(limit)"]]
                }
                let seenSessions = try await hearth.ask(count)
                #expect(isWhole, "\(seenSessions)")
                #expect(try await StandbyTests.deliver("u_1", to: server).status == 200)
                #expect(try await server.request("GET", "/readyz").status == 200)
                // As an administrator, who may look although the server has all.
                let url = hearth.administrator
                let seen = try await HearthProcess.run(
                    ["doctor", "--verbose"], environment: hearth.environment(url))
                #expect(seen.output.contains("connections: "), "\(seen.output)")
                let others = try await HearthProcess.run(
                    ["tenants", "list"], environment: hearth.environment(hearth.login))
                #expect(others.exit == .status(69))
                #expect(others.error.contains("too many connections for role"))
                #expect(others.error.contains("connection limits of login and database"))
            }
        }

        private func refuses(_ hearth: InstalledHearth, at limit: Int) async throws {
            try await hearth.ask("alter role app_login connection limit \(limit)")
            let words =
                "a server opens \(Self.usual) connections, and the connection limit of the login "
                + "app_login allows \(limit)"
            let advice = "alter role \"app_login\" connection limit N; with \(Self.usual)"
            for command in ["serve", "doctor"] {
                let begin = ContinuousClock.now
                let refused = try await HearthProcess.run(
                    [command], environment: hearth.environment(hearth.login))
                #expect(refused.exit == .status(78), "\(refused.output)")
                let text = refused.output + refused.error
                #expect(text.contains(words) && text.contains(advice), "\(text)")
                #expect(ContinuousClock.now - begin < .seconds(20))
            }
        }

        private func refusesOfDatabase(_ hearth: InstalledHearth, at limit: Int) async throws {
            let name = try await hearth.ask("select current_database()")[0][0] ?? ""
            try await hearth.ask("alter database \"\(name)\" connection limit \(limit)")
            let refused = try await HearthProcess.run(
                ["serve"], environment: hearth.environment(hearth.login))
            #expect(refused.exit == .status(78))
            #expect(
                refused.error.contains(
                    "the connection limit of the database \(name) allows \(limit)"))
            // The administrator has one left to migrate with.
            try await hearth.ask("alter database \"\(name)\" connection limit 1")
            let migrated = try await hearth.administer(["migrate"])
            #expect(migrated.exit == .status(0), "\(migrated.error)")
        }
    }
}

@Suite("What hearth doctor concludes from limits of connections")
struct ConnectionFindingTests {
    @Test(
        "a limit that is too low fails, and one that others use up warns",
        arguments: [
            (14, 0, Finding.Status.ok), (13, 0, .fail), (27, 14, .warn), (28, 14, .ok),
            (0, 0, .fail),
        ])
    func concluded(allowed: Int, used: Int, status: Finding.Status) {
        for kind in [ConnectionLimit.Kind.login, .database, .server] {
            let limit = ConnectionLimit(kind: kind, name: "a", allowed: allowed, used: used)
            let wide = ConnectionLimit(kind: .server, name: "b", allowed: 99, used: 20)
            let finding = Finding.connections(needed: 14, within: [wide, limit])
            #expect(finding.status == status && finding.name == "connections")
            if status == .fail { #expect(finding.exitStatus == .invalidConfiguration) }
            #expect((finding.advice == nil) == (status == .ok))
            #expect(finding.detail.contains("14"))
        }
    }
}
