import EntitlementsDatabase
import Foundation
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("A dump restored without roles", .timeLimit(.minutes(20)))
struct RestoredDumpTests {
    @Test("it is refused with a message, and works again after a migration")
    func restored() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let other = try await TestTenant.create(in: own.database)
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            let fresh = try await DatabaseAccess.lines(own.connectionString)
            try await FreshCluster.with { folder, cluster in
                let dump = folder.path + "/dump.sql"
                try FreshCluster.dump(own.connectionString, to: dump, format: "plain")
                try FreshCluster.run(
                    "psql", ["--quiet", "--dbname=\(cluster)", "--file=\(dump)"])

                let refusal = await #expect(throws: MigrationFailure.self) {
                    try await EmptyDatabase(connectionString: cluster).requireDeployment()
                }
                #expect(refusal?.description.contains("the role hearth_owner") == true)

                let database = EmptyDatabase(connectionString: cluster)
                let first = try await database.migrate(to: .embedded)
                #expect(first.isAccessRepaired && !first.isReleaseInstalled)
                #expect(first.appliedMigrations == [])
                let second = try await database.migrate(to: .embedded)
                #expect(!second.isAccessRepaired && !second.isReleaseInstalled)
                try await database.requireDeployment()
                let restored = try await DatabaseAccess.lines(cluster)
                #expect(restored.count > 500)
                #expect(restored.symmetricDifference(fresh) == [])

                try await ScratchDatabase.lend(cluster) { restored in
                    let same = TestTenant(
                        id: tenant.id, slug: tenant.slug, database: restored.database)
                    let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
                    #expect(try await same.standing(of: "u_1", at: moment) == .active("active"))
                    try await same.receive(.initialPurchase(appUserID: "u_2"))
                    let stranger = TestTenant(
                        id: other.id, slug: other.slug, database: restored.database)
                    #expect(try await stranger.standing(of: "u_1", at: moment).isActive == false)
                }
                let seen = try await database.ask(
                    """
                    begin;
                    set local role hearth_server;
                    set local hearth.tenant_id = '\(other.id)';
                    select count(*) from entitlements.purchases
                    """)
                #expect(seen == "0")
            }
        }
    }

    @Test(
        "the migrator repairs a lost grant, policy or owner",
        arguments: [
            "revoke all on entitlements.purchases from hearth_server",
            "revoke all on entitlements.purchases from hearth_backup",
            "drop policy tenant_isolation on entitlements.purchases",
            "drop policy tenant_rows on entitlements.purchases",
            "drop policy backup_rows on entitlements.purchases",
            "alter policy tenant_rows on entitlements.purchases using (true)",
            "alter policy tenant_rows on entitlements.purchases with check (true)",
            "alter policy tenant_isolation on entitlements.purchases using (true)",
            "alter policy tenant_isolation on entitlements.purchases to hearth_owner",
            "create policy wide on entitlements.purchases using (true)",
            "create policy wide on entitlements.purchases to hearth_server using (true)",
            "alter table entitlements.purchases no force row level security",
            "alter table entitlements.purchases disable row level security",
            "alter table entitlements.purchases owner to current_user",
            "alter schema \(release) owner to current_user",
            "alter function \(release).get_deployment() owner to current_user",
            "revoke execute on function \(release).get_deployment() from hearth_server",
        ])
    func lostByHand(loss: String) async throws {
        try await ScratchDatabase.with { own in
            let fresh = try await DatabaseAccess.lines(own.connectionString)
            let database = EmptyDatabase(connectionString: own.connectionString)
            _ = try await database.ask(loss)
            await #expect(throws: MigrationFailure.self) {
                try await database.requireDeployment()
            }
            #expect(try await database.migrate(to: .embedded).isAccessRepaired)
            let repaired = try await DatabaseAccess.lines(own.connectionString)
            #expect(repaired.symmetricDifference(fresh) == [])
        }
    }
}
