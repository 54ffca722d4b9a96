import Entitlements
import EntitlementsDatabase
import Foundation
import Postgres
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth doctor, with the real binary")
    struct DoctorCommandTests {
        /// Not the key that seals the tests' secrets.
        private static let key = Data(repeating: 9, count: 32).base64EncodedString()

        @Test("a running hearth up has no failure")
        func running() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let event = RevenueCatEvent.plusForEver("u_1")
                #expect(try await hearth.deliver(event).contains("applied"))
                let isServed = try await eventually {
                    let checks = try await Self.examine(["--data-directory", directory])
                    return checks.statuses["worker"] == "ok"
                }
                #expect(isServed)
                let checks = try await Self.examine(["--data-directory", directory])
                #expect(checks.exit == .status(0), "\(checks.output)")
                let well = [
                    "database", "writes", "encryption", "pooler", "clock", "role", "login",
                    "access", "schema",
                    "disk", "connections", "statistics", "upkeep", "failed_events",
                    "encryption_key",
                    "stockpot webhook_secret", "stockpot webhooks", "stockpot products",
                ]
                for name in well { #expect(checks.statuses[name] == "ok", "\(name)") }
                #expect(checks.statuses["stockpot revenuecat_key"] == "warn")
                await hearth.stop()
            }
        }

        @Test("faults of a database are found, and the exit status is the first one's")
        func faults() async throws {
            let keys = UpstreamAnswer.text("no keys today", status: 500)
            try await Upstream.with({ _, _ in keys }) { _, port in
                try await ScratchDatabase.with { own in
                    let tenant = try await TestTenant.create(in: own.database) {
                        $0.tokenIssuers = [
                            TenantDefinition.TokenIssuer(
                                issuer: "https://clerk.example", algorithms: [.es256],
                                keySetURL: KeySetURL(rawValue: "http://127.0.0.1:\(port)/jwks"),
                                authorizedParties: ["https://app.example"])
                        ]
                    }
                    try await tenant.setUpstreamKey()
                    try await tenant.receive(
                        .initialPurchase().removing(
                            "transaction_id", "original_transaction_id", "product_id"))
                    let environment = [
                        "DATABASE_URL": own.connectionString, "HEARTH_ENCRYPTION_KEY": Self.key,
                        "HEARTH_ENVIRONMENT": "development",
                    ]
                    let checks = try await Self.examine([], environment: environment)
                    #expect(checks.exit == .status(65), "\(checks.output)")
                    for (name, status) in [
                        ("schema", "ok"), ("worker", "warn"), ("failed_events", "fail"),
                        ("encryption_key", "fail"), ("\(tenant.slug) webhook_secret", "warn"),
                        ("\(tenant.slug) issuer_keys", "fail"),
                    ] {
                        #expect(checks.statuses[name] == status, "\(name)")
                    }
                }
            }
        }

        @Test("a database that was never migrated, or restored without grants, is found")
        func schema() async throws {
            try await ScratchDatabase.withEmpty { url in
                let checks = try await Self.examine([], environment: ["DATABASE_URL": url])
                #expect(checks.exit == .status(65))
                #expect(checks.statuses["schema"] == "fail")
                #expect(checks.output.contains("hearth migrate"))
            }
            try await ScratchDatabase.with { own in
                try await own.administer("revoke usage on schema entitlements from hearth_server")
                let checks = try await Self.examine(
                    [], environment: ["DATABASE_URL": own.connectionString])
                #expect(checks.statuses["access"] == "fail")
            }
        }

        @Test("a database that is away, or hangs, is found in time")
        func away() async throws {
            let nowhere = try await Self.examine(
                [], environment: ["DATABASE_URL": "postgresql:///x?host=/nowhere"])
            #expect(nowhere.exit == .status(69))
            #expect(nowhere.statuses == ["database": "fail"])

            try await Installation.with { installation in
                let server = try await installation.start()
                try await installation.whileDatabaseHangs {
                    let begin = ContinuousClock.now
                    let checks = try await Self.examine(["--data-directory", server.directory])
                    #expect(checks.exit == .status(69))
                    #expect(checks.statuses == ["database": "fail"])
                    #expect(begin.duration(to: .now) < .seconds(30))
                }
            }
        }

        private struct Checks {
            let exit: HearthProcess.Exit?
            let output: String
            /// By name; a tenant's by slug and name.
            let statuses: [String: String]
        }

        private static func examine(
            _ arguments: [String], environment: [String: String] = [:]
        ) async throws -> Checks {
            let finished = try await HearthProcess.run(
                ["doctor", "--json"] + arguments, environment: environment)
            let checks = try JSONParser.parse(Array(finished.output.utf8))["checks"]?.array ?? []
            var statuses: [String: String] = [:]
            for check in checks {
                let tenant = check["tenant"]?.string.map { "\($0) " } ?? ""
                statuses[tenant + (check["name"]?.string ?? "")] = check["status"]?.string
            }
            return Checks(exit: finished.exit, output: finished.output, statuses: statuses)
        }
    }
}
