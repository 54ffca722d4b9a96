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

    /// Lends the running server.
    func serve(
        _ others: [String: String] = [:], _ body: (RunningHearth) async throws -> Void
    ) async throws {
        let process = try HearthProcess(
            ["serve"],
            environment: environment(login).merging(["HEARTH_PORT": "0"]) { own, _ in own }
                .merging(others) { own, _ in own })
        var port: Int?
        while port == nil, let line = await process.firstLine() {
            let entry = try JSONParser.parse(Array(line.utf8))
            if entry["msg"] == "Serving", case .integer(let bound)? = entry["port"] {
                port = Int(bound)
            }
        }
        guard let port else { throw RunningHearth.DidNotStart(log: process.errorText) }
        let server = RunningHearth(process: process, port: port, ready: .null, directory: "")
        try await body(server)
        #expect(await server.stop() == .status(0))
    }

    private func environment(_ url: String) -> [String: String] {
        ["DATABASE_URL": url, "HEARTH_ENCRYPTION_KEY": encryptionKey]
    }
}
