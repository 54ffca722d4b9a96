import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth import and hearth shadow", .soak)
    struct ImportCommandTests {
        @Test("CSV and NDJSON are imported; the report names each refused line")
        func imports() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let folder = TestFolder(named: "import")
                defer { folder.remove() }
                let csv = folder.path + "/people.csv"
                try write(
                    """
                    app_user_id,anonymous_app_user_ids,created_at
                    u_1,$RCAnonymousID:1 $RCAnonymousID:2,2024-01-01T00:00:00Z
                    u_2,,yesterday
                    u_3,$RCAnonymousID:1,
                    """, to: csv)
                let environment = ["DATABASE_URL": own.connectionString]
                let report = folder.path + "/refused.csv"
                let command = ["import", tenant.slug, csv, "--record", "app_user"]
                let planned = try await HearthProcess.run(
                    command + ["--dry-run"], environment: environment)
                #expect(planned.exit == .status(65))
                #expect(planned.output.contains("line 3: import_row_invalid: “created_at” must be"))
                #expect(planned.output.contains("Nothing was changed."))
                #expect(try await tenant.person("u_1") == nil)

                let done = try await HearthProcess.run(
                    command + ["--report", report], environment: environment)
                #expect(done.exit == .status(65), "\(done.error)")
                #expect(done.output.contains("app_user                   1         0         2"))
                let lines = try String(contentsOfFile: report, encoding: .utf8)
                    .split(separator: "\n")
                #expect(lines.count == 3)
                #expect(lines[1].hasPrefix("3,app_user,import_row_invalid,"))
                #expect(lines[2].hasPrefix("4,app_user,merge_conflict,"))
                let ids = try await tenant.person("u_1")?["app_user_ids"]
                #expect(ids == ["u_1", "$RCAnonymousID:1", "$RCAnonymousID:2"])
                #expect(try await tenant.person("u_3") == nil)
            }
        }

        @Test("shadow shows who would be answered otherwise, and why")
        func shadow() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.grant(to: "u_1")
                try await tenant.grant(to: "u_2")
                try await tenant.receive(
                    .initialPurchase(appUserID: "u_3", purchasedAt: "2026-01-01T00:00:00Z"))
                let folder = TestFolder(named: "shadow")
                defer { folder.remove() }
                let file = folder.path + "/answers.csv"
                try write(
                    """
                    app_user_id,entitlement_id,is_active
                    u_1,plus,true
                    u_2,plus,false
                    u_3,plus,true
                    u_4,plus,maybe
                    u_5,pluss,true
                    """, to: file)
                let shown = try await HearthProcess.run(
                    ["shadow", tenant.slug, file],
                    environment: ["DATABASE_URL": own.connectionString])
                #expect(shown.exit == .status(65), "\(shown.error)")
                let lines = shown.output.split(separator: "\n").map(String.init)
                try #require(lines.count == 5)
                #expect(lines[0].hasPrefix("line 5: “is_active” must be true or false."))
                #expect(
                    lines[1].hasPrefix("line 3: u_2 plus: inactive in the app, active here: status")
                )
                #expect(lines[2].hasPrefix("line 4: u_3 plus: active in the app, inactive here"))
                #expect(lines[2].contains("until 20"))
                #expect(lines[3].contains("entitlement_not_in_catalog"))
                #expect(
                    lines[4]
                        == "5 lines: 1 same, 2 active only in the app, 1 active only here, "
                        + "1 unreadable")
            }
        }

        @Test("an import that is killed is repeated: nothing twice, nothing half")
        func killed() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(like: "digero", in: own.database)
                let folder = TestFolder(named: "killed")
                defer { folder.remove() }
                let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
                let past = ImportedPast(
                    rows: TestEffort.share(of: 200_000, atLeast: 2_000),
                    now: try #require(Timestamp(milliseconds: now)))
                let file = folder.path + "/past.ndjson"
                try write(past.text, to: file)
                let environment = ["DATABASE_URL": own.connectionString]
                let command = [
                    "import", tenant.slug, file, "--report", folder.path + "/refused.csv",
                ]

                let first = try HearthProcess(command, environment: environment)
                let some = "select count(*) > \(past.people / 4) from entitlements.app_user_ids"
                #expect(try await eventually { try await own.ask(some) == "t" })
                first.send(signal: SIGKILL)
                #expect(await first.exit() == .signal(SIGKILL))

                let second = try await HearthProcess.run(command, environment: environment)
                #expect(second.exit == .status(65), "\(second.error)")
                let refused = try String(
                    contentsOfFile: folder.path + "/refused.csv", encoding: .utf8
                )
                .split(separator: "\n").dropFirst().compactMap { Int($0.prefix { $0 != "," }) }
                #expect(refused == past.badLines)
                let counted = try await own.administer(
                    """
                    select (select count(*) from entitlements.app_user_ids),
                           (select count(*) from entitlements.household_members),
                           (select count(*) from entitlements.evidence where kind = 'import'),
                           (select sum(amount) from entitlements.uses),
                           (select count(*) from entitlements.grants)
                    """)
                #expect(counted == [past.stored.map { String($0) }])
                #expect(try await tenant.invariantViolations() == [])
            }
        }

        private func write(_ text: String, to path: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
    }
}
