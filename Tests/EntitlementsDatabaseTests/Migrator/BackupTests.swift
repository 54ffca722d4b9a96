import Entitlements
import EntitlementsDatabase
import Foundation
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("A backup by an administrator without superuser", .timeLimit(.minutes(20)))
struct BackupTests {
    private static let people = 500

    @Test("restored into another cluster by its administrator, everything is equal")
    func restored() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let other = try await TestTenant.create(in: own.database)
            for first in stride(from: 1, to: Self.people, by: 50) {
                try await tenant.receive(
                    bodies: (first..<first + 50).map { number in
                        RevenueCatEvent.initialPurchase(
                            id: "event \(number)", appUserID: "u_\(number)",
                            originalTransactionID: "\(number)"
                        ).body
                    })
            }
            try await tenant.found("u_1", with: ["v_1"])
            try await other.receive(.initialPurchase(appUserID: "u_1"))
            let answers = try await Self.answers(of: tenant)
            #expect(Set(answers).count == Self.people)

            try await FreshCluster.with { folder, cluster in
                let dump = folder.path + "/hearth.dump"
                try FreshCluster.dump(own.connectionString, to: dump)
                let restored = EmptyDatabase(connectionString: cluster)
                try await restored.createRoles()
                try FreshCluster.run(
                    "pg_restore", ["--exit-on-error", "--dbname=\(cluster)", dump])

                let report = try await restored.migrate(to: .embedded)
                #expect(!report.isAccessRepaired && !report.isReleaseInstalled)
                #expect(report.appliedMigrations == [])
                let before = try await DatabaseAccess.lines(own.connectionString)
                let after = try await DatabaseAccess.lines(cluster)
                #expect(before.count > 500)
                #expect(after.symmetricDifference(before) == [])
                let counted = try await Self.inspect(own.connectionString)
                #expect(try await Self.inspect(cluster) == counted)
                try await ScratchDatabase.lend(cluster) { restored in
                    let same = TestTenant(
                        id: tenant.id, slug: tenant.slug, database: restored.database)
                    let restoredAnswers = try await Self.answers(of: same)
                    #expect(restoredAnswers == answers)
                    #expect(try await same.household(of: "v_1") != nil)
                }
            }
        }
    }

    @Test("hearth_backup sees every row, and a policy that hides one is found")
    func inspected() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(.initialPurchase())
            guard case .whole(let rows) = try await Self.inspect(own.connectionString) else {
                Issue.record("a dump would not be whole")
                return
            }
            #expect(rows > 20)

            try await own.administer(
                """
                create policy hidden on entitlements.purchases as restrictive
                    to hearth_backup using (false)
                """)
            #expect(try await Self.inspect(own.connectionString) == .torn(tables: ["purchases"]))
        }
    }

    @Test("a login that is no administrator counts nothing")
    func notAllowed() async throws {
        try await ScratchDatabase.with { own in
            let seen = try await Self.inspect("\(own.connectionString) user=hearth_server")
            #expect(seen == .notAllowed)
        }
    }

    @Test("hearth_backup reads every table and sequence, and writes none")
    func rights() async throws {
        try await ScratchDatabase.with { own in
            let rights = try await own.administer(
                """
                select class.relname from pg_class class
                 where class.relnamespace = 'entitlements'::regnamespace
                   and class.relkind in ('r', 'S')
                   and not has_table_privilege('hearth_backup', class.oid, 'select')
                 union all
                select class.relname from pg_class class
                 where class.relnamespace = 'entitlements'::regnamespace
                   and class.relkind in ('r', 'S')
                   and has_table_privilege(
                       'hearth_backup', class.oid, 'insert, update, delete, truncate')
                 union all
                select routine.proname from pg_proc routine
                 where routine.pronamespace::regnamespace::text in ('\(release)', 'entitlements')
                   and has_function_privilege('hearth_backup', routine.oid, 'execute')
                """)
            #expect(rights == [["count_rows"]])
        }
    }

    private static func inspect(_ connectionString: String) async throws -> BackupInspection {
        try await AdministrationConnection.withConnection(to: connectionString) {
            try await BackupInspection(on: $0)
        }
    }

    private static func answers(of tenant: TestTenant) async throws -> [String] {
        let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
        return try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 1...people {
                group.addTask {
                    (number, "\(try await tenant.entitlements(of: "u_\(number)", at: moment))")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
                .sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
