import Entitlements
import Foundation
import Postgres
import PrivateCluster
import TestSupport
import Testing

/// An installation as an operator makes it on a Postgres of his own: `hearth migrate` by an
/// administrator, a login for the server, and `hearth serve`.
struct InstalledHearth {
    let cluster: PrivateCluster
    let administrator: String
    let login: String
    let encryptionKey = Data(repeating: 7, count: 32).base64EncodedString()

    /// Lends a cluster with an empty database.
    static func with(
        _ cluster: PrivateCluster, asSuperuser: Bool,
        _ body: (InstalledHearth) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await cluster.run() }
            let own = try await cluster.connectionString()
            let installed = InstalledHearth(
                cluster: cluster, administrator: asSuperuser ? TestCluster.superuser(of: own) : own,
                login: "\(own) user=app_login")
            try await body(installed)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// Migrates twice, and makes the tenant and the server's login.
    func install() async throws {
        let before = try await administer(["doctor", "--verbose"])
        #expect(before.output.contains("ok    administrator: the login may migrate"))
        let first = try await administer(["migrate"])
        #expect(first.exit == .status(0), "\(first.error)")
        let second = try await administer(["migrate"])
        #expect(second.output.contains("nothing to do"), "\(second.error)")
        try await ask("create role app_login login; grant hearth_server to app_login")
        let file = PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml").path
        #expect(try await run(["tenants", "apply", file]) == "stockpot: created")
        for (kind, secret) in [("authorization", "a long word"), ("revenuecat-api-key", "sk_1")] {
            _ = try await run(
                ["tenants", "secrets", "set", "stockpot", "--kind", kind, "--stdin"],
                input: secret + "\n")
        }
    }

    /// Runs a command as the administrator.
    func administer(_ arguments: [String]) async throws -> HearthProcess.Finished {
        try await HearthProcess.run(arguments, environment: environment(administrator))
    }

    /// Runs a command as the server's login; it must succeed.
    func run(_ arguments: [String], input: String? = nil) async throws -> String {
        let done = try await HearthProcess.run(
            arguments, environment: environment(login), input: input)
        #expect(done.exit == .status(0), "\(arguments): \(done.output) \(done.error)")
        return done.output.trimmingCharacters(in: .newlines)
    }

    /// Runs a script in the database as one of its roles.
    @discardableResult
    func ask(_ script: String, as url: String? = nil) async throws -> [[String?]] {
        try await AdministrationConnection.withConnection(to: url ?? administrator) {
            try await $0.execute(script)
        }
    }

    /// Lends the running server, whose database is the installation's unless a URL is given.
    func serve(
        _ others: [String: String] = [:], on url: String? = nil,
        _ body: (RunningHearth) async throws -> Void
    ) async throws {
        let server = try await RunningHearth.serving(
            environment: environment(url ?? login).merging(others) { own, _ in own })
        try await body(server)
        #expect(await server.stop() == .status(0))
    }

    /// The folder of the cluster's socket.
    var socketFolder: String {
        get throws {
            let host = login.split(separator: " ").first { $0.hasPrefix("host=") }
            return String(try #require(host).dropFirst(5))
        }
    }

    /// The administrator's connection string at a standby.
    func administrator(at standby: Standby) -> String {
        "\(administrator) host=\(standby.socketFolder)"
    }

    func environment(_ url: String) -> [String: String] {
        ["DATABASE_URL": url, "HEARTH_ENCRYPTION_KEY": encryptionKey]
    }
}
