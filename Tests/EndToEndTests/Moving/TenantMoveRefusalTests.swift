import Foundation
import TestSupport
import Testing

/// What a move needs is asked before anything is touched.
@Suite("A move is refused, and touches nothing", .serialized, .timeLimit(.minutes(10)))
struct TenantMoveRefusalTests {
    @Test("all that is lacking is named at once, with what gives it")
    func lacking() async throws {
        try await ScratchDatabase.with { old in
            let tenant = try await TestTenant.create(in: old.database)
            try await ScratchDatabase.withEmpty { new in
                let reader = "reader_of_\(tenant.id.uuidString.prefix(8).lowercased())"
                try await old.administer(
                    """
                    create role \(reader);
                    call entitlements.admit_policy_role('\(tenant.slug)', '\(reader)')
                    """)
                let limited = try await Self.limitTransactions(of: old)
                let refused = try await Self.move(tenant, of: old, to: new)
                #expect(refused.exit == .status(78), "\(refused.error)")
                for words in limited + [
                    "wal_level = logical (it is replica)", "the right of replication",
                    "alter role hearth_migrator replication;", "a tenant that no role",
                    "the new one lacks", "nothing was touched",
                ] {
                    #expect(refused.error.contains(words), "\(words): \(refused.error)")
                }
                try await Self.expectUntouched(old, new)
            }
        }
    }

    @Test("the database that has it, a database that cannot be reached, another's conflict")
    func wrongDatabase() async throws {
        try await TwoInstallations.with { two in
            let same = try await two.old.administer(
                ["tenants", "move", "stockpot", "--to", two.old.administrator])
            #expect(same.error.contains("names the database that has it"), "\(same.error)")
            let unreachable = try await two.old.administer(
                two.words(["--from", "host=/tmp/nowhere user=hearth_migrator dbname=hearth"]))
            #expect(unreachable.error.contains("cannot subscribe"), "\(unreachable.error)")
            #expect(unreachable.error.contains("--from"), "\(unreachable.error)")
            try await two.expectNothingLeft("after an unreachable one")

            let file = PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml").path
            let other = try await two.new.administer(["tenants", "apply", file])
            #expect(other.exit == .status(0), "\(other.error)")
            let taken = try await two.old.administer(two.words(["--dry-run"]))
            #expect(taken.error.contains("already has a tenant named stockpot"), "\(taken.error)")
        }
    }

    @Test("another encryption key in the new database")
    func otherKey() async throws {
        try await TwoInstallations.with { two in
            try await two.new.ask(
                """
                with made as (
                    insert into entitlements.tenants
                           (tenant_id, slug, name, free_plan, sandbox_policy,
                            requires_authorization, requires_signature, signature_header,
                            revenuecat_api, requests_per_minute, order_expiry_hours,
                            refunded_credits, time_zone, definition)
                    values (gen_random_uuid(), 'other', 'Other', 'free', 'accept', true, false,
                            'x', 'v1', 60, 24, 'forgive', 'UTC', '{}')
                    returning tenant_id)
                insert into entitlements.webhook_secrets (tenant_id, kind, slot, sealed)
                select tenant_id, 'authorization', 1, sha256('of another key') from made
                """)
            let refused = try await two.old.administer(two.words())
            #expect(
                refused.error.contains("does not open the secrets of the new one"),
                "\(refused.error)")
            let begun = try await two.old.ask("select from entitlements.tenant_moves")
            #expect(begun == [])
        }
    }

    /// Limits transactions where Postgres can, from 17 on; returns what a move then says.
    private static func limitTransactions(of database: ScratchDatabase) async throws -> [String] {
        let name = try await database.ask(
            """
            select quote_ident(current_database()) from pg_settings
             where name = 'transaction_timeout'
            """)
        guard let name else { return [] }
        try await database.administer(
            "alter database \(name) set transaction_timeout = '1min'")
        return [
            "transactions without a limit (transaction_timeout is 60000 ms)",
            "in database \(name) set transaction_timeout = 0;",
        ]
    }

    private static func move(
        _ tenant: TestTenant, of old: ScratchDatabase, to url: String
    ) async throws -> HearthProcess.Finished {
        try await HearthProcess.run(
            ["tenants", "move", tenant.slug, "--to", url],
            environment: [
                "DATABASE_URL": old.connectionString,
                "HEARTH_ENCRYPTION_KEY": "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=",
            ])
    }

    private static func expectUntouched(_ old: ScratchDatabase, _ new: String) async throws {
        #expect(try await old.ask("select count(*) from entitlements.tenant_moves") == "0")
        #expect(try await old.ask("select count(*) from pg_publication") == "0")
        try await ScratchDatabase.lend(new) { own in
            let schema = try await own.ask("select to_regnamespace('entitlements')")
            #expect(schema == nil)
        }
    }
}
