import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

/// Tests the publication of `examples/powersync`, and what its role may read.
@Suite("The publication for devices", .serialized)
struct PublicationTests {
    @Test("the publication holds one tenant's tables for devices")
    func publication() async throws {
        try await SyncingTenant.with { app in
            let published = try await app.scratch.administer(
                """
                select tablename, array_length(attnames, 1),
                       rowfilter = format(
                           '(tenant_id = ANY (%L::uuid[]))', '{\(app.tenant.id)}'::uuid[])
                  from pg_publication_tables where pubname = 'powersync' order by 1
                """)
            #expect(
                published == [
                    ["entitlement_implications", "3", "t"], ["entitlements", "4", "t"],
                    ["product_entitlements", "4", "t"], ["products", "2", "t"],
                    ["synced_household_members", "7", "t"], ["synced_subscriptions", "17", "t"],
                ])
            // Published updates and deletes need a replica identity with the filter and the primary
            // key.
            let keys = try await app.scratch.administer(
                """
                select key.indrelid::regclass from pg_publication_tables published
                  join pg_index key on key.indisprimary
                   and key.indrelid = format('%I.%I', schemaname, tablename)::regclass
                  join pg_attribute part
                    on part.attrelid = key.indrelid and part.attnum = any (key.indkey)
                 where part.attname <> all (published.attnames)
                """)
            #expect(keys == [])
            #expect(
                try await app.scratch.administer(
                    """
                    select from pg_class
                     where relnamespace = 'entitlements'::regnamespace and relreplident <> 'd'
                       and relkind = 'r'
                    """) == [])
        }
    }

    @Test("a publication of the app's own tables stays, and several tenants sync beside them")
    func several() async throws {
        try await SyncingTenant.with { app in
            let other = try await TestTenant.create(in: app.scratch.database)
            let third = try await TestTenant.create(in: app.scratch.database)
            for tenant in [app.tenant, other, third] {
                try await tenant.found("a", with: ["b"])
                try await tenant.receive(
                    .initialPurchase(
                        appUserID: tenant.slug == other.slug ? "b" : "a",
                        expiresAt: "2099-01-01T00:00:00Z"))
            }
            try await app.scratch.administer(
                """
                drop publication powersync;
                create table public.recipes (id uuid primary key);
                create publication powersync for table public.recipes
                """)
            for _ in 1...2 { try await app.publish(app.tenant, other) }
            let published = "select count(*), count(rowfilter) from pg_publication_tables"
            #expect(try await app.scratch.administer(published) == [["7", "6"]])
            #expect(try await app.subscriptions(of: "a") == ["a"])
            #expect(try await app.subscriptions(of: "a", in: other) == ["b"])
            #expect(try await app.subscriptions(of: "b", in: other) == ["b"])
            #expect(try await app.subscriptions(of: "a", in: third) == [])
            await #expect(throws: PostgresError.self) {
                try await app.scratch.administer("alter role \(app.role) bypassrls")
                try await app.publish(app.tenant, other)
            }
            try await app.publish(app.tenant, other, third)
            #expect(try await app.subscriptions(of: "a", in: third) == ["a"])
        }
    }

    @Test("a token without the claim of its tenant is sent nothing")
    func withoutClaim() async throws {
        try await SyncingTenant.with { app in
            try await app.tenant.found("a", with: ["b"])
            try await app.buys("a")
            let tables = ["synced_subscriptions", "synced_household_members"]
            for (withClaim, rows) in [(true, ["1", "2"]), (false, ["0", "0"])] {
                for (table, count) in zip(tables, rows) {
                    #expect(
                        try await app.ask(
                            "select count(*) from \(table)", onDeviceOf: "a",
                            withClaim: withClaim) == [count])
                }
                #expect(
                    try await app.ask(
                        "select count(*) > 0 from products", onDeviceOf: "a", withClaim: withClaim)
                        == [withClaim ? "t" : "f"])
            }
        }
    }

    @Test("a publication of all tables, and a list with an unknown tenant, are refused")
    func refused() async throws {
        try await SyncingTenant.with { app in
            let unknown = TestTenant(
                id: app.tenant.id, slug: "none", database: app.tenant.database)
            await #expect(throws: PostgresError.self) {
                try await app.publish(app.tenant, unknown)
            }
            try await app.scratch.administer(
                "drop publication powersync; create publication powersync for all tables")
            await #expect(throws: PostgresError.self) { try await app.publish(app.tenant) }
        }
    }

    @Test("devices are sent since when a subscription is cancelled, and a payment fails")
    func dates() async throws {
        try await SyncingTenant.with { app in
            try await app.buys("a")
            let dates = "select cancelled_at_ms || ' ' || billing_issue_at_ms"
            let question = "\(dates) from synced_subscriptions"
            #expect(try await app.ask(question, onDeviceOf: "a") == [])
            let moment: Timestamp = "2026-02-01T00:00:00Z"
            try await app.tenant.receive(
                .cancellation(
                    appUserID: "a", purchasedAt: "2026-01-01T00:00:00Z",
                    expiresAt: "2099-01-01T00:00:00Z", at: moment))
            try await app.tenant.receive(
                .billingIssue(
                    appUserID: "a", purchasedAt: "2026-01-01T00:00:00Z",
                    expiresAt: "2099-01-01T00:00:00Z", at: moment.advanced(bySeconds: 1)))
            let start = moment.microsecondsSinceEpoch / 1_000
            #expect(
                try await app.ask(question, onDeviceOf: "a") == ["\(start) \(start + 1_000)"])
            #expect(try await app.entitled("a") == ["a"])
        }
    }

    @Test("the replication role sees only its tenant's published rows")
    func role() async throws {
        try await SyncingTenant.with { app in
            let other = try await TestTenant.create(in: app.scratch.database)
            try await other.found("a", with: ["b"])
            try await other.receive(.initialPurchase(appUserID: "a"))
            #expect(try await app.subscriptions(of: "a") == [])
            #expect(try await app.members(of: "b") == [])
            try await app.buys("a")
            #expect(try await app.subscriptions(of: "a") == ["a"])

            let count = "select count(*) from entitlements.synced_subscriptions"
            let (own, others) = try await app.replicate { connection in
                try await (
                    connection.execute(count),
                    connection.execute("set hearth.tenant_id = '\(other.id)'; \(count)")
                )
            }
            #expect(own == [["1"]])
            // The setting opens no other tenant: the policy names its own.
            #expect(others == [["1"]])
            for table in ["purchases", "app_user_ids", "webhook_events", "household_members"] {
                await #expect(throws: PostgresError.self) {
                    try await app.replicate { connection in
                        try await connection.execute("select from entitlements.\(table)")
                    }
                }
            }
        }
    }
}
