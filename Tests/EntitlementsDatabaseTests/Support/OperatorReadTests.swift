import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// Tests that a search and a timeline read only what they show.
///
/// Row security keeps computed conditions out of indexes: such a query looks like a search by an
/// index, but reads all ids of the tenant.
@Suite("Rows read for an operator")
struct OperatorReadTests {
    private static let people = 5_000
    /// For all tables and indexes.
    ///
    /// A search asks a dozen indexes for some rows each.
    private static let maximumRows = 1_500

    @Test(
        "a search and a timeline read few rows in a tenant of 5,000 app users",
        arguments: [false, true])
    func rows(isPlannedForSmallTenant: Bool) async throws {
        try await ScratchDatabase.with { scratch in
            let large = try await TestTenant.create(in: scratch.database)
            let small = try await TestTenant.create(in: scratch.database)
            try await small.receive(.initialPurchase(appUserID: "u_1"))
            try await scratch.addPeopleWhoBought(Self.people, to: large)
            try await scratch.addWordsAndEvents(to: large)
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                if isPlannedForSmallTenant {
                    try await connection.enter(small)
                    for (_, read) in Self.reads { _ = try await Self.count(read, on: connection) }
                }
                try await connection.enter(large)
                for (name, read) in Self.reads {
                    let rows = try await Self.count(read, on: connection)
                    #expect(rows <= Self.maximumRows, "\(name) reads \(rows)")
                }
            }
        }
    }

    private static var reads: KeyValuePairs<String, String> {
        [
            "an id": search("u_4711"), "one letter": search("u"), "one digit": search("4"),
            "a word of a name": search("muster"), "an e-mail": search("person4711@example.com"),
            "a transaction": search("transaction-4711"), "an event": search("event-4711"),
            "no match": search("nothing of all that"), "an unknown uuid": search("4711ffff"),
            "a timeline": "list_timeline('u_4711', null, 51, null, null)",
            "uses of a timeline": "list_timeline('u_4711', 'use', 51, null, null)",
            "the audit of one app user": "list_audit_entries('u_4711', 50, null, null)",
        ]
    }

    private static func search(_ text: String) -> String {
        "find_app_users('\(text)', array[sha256('\(text)')], 20)"
    }

    /// The number of table rows and index entries that a call reads, by Postgres's count.
    private static func count(
        _ call: String, on connection: AdministrationConnection
    ) async throws -> Int {
        try await connection.execute("begin")
        let before = try await count(on: connection)
        try await connection.execute("set local role hearth_server")
        try await connection.execute("do $do$ begin perform * from \(release).\(call); end $do$")
        let after = try await count(on: connection)
        try await connection.execute("commit")
        return after - before
    }

    private static func count(
        on connection: AdministrationConnection
    ) async throws -> Int {
        let counted = try await connection.execute(
            """
            reset role;
            select sum(pg_stat_get_xact_tuples_returned(oid)) from pg_class
             where relnamespace = 'entitlements'::regnamespace and relkind in ('r', 'i')
            """)
        return try #require((counted.first?.first ?? nil).flatMap(Int.init))
    }
}

extension ScratchDatabase {
    /// Gives each of the people attributes, a transaction, an event and an entry of the audit.
    fileprivate func addWordsAndEvents(to tenant: TestTenant) async throws {
        try await administer(
            """
            begin;
            set local hearth.tenant_id = '\(tenant.id)';
            update entitlements.evidence set transaction_id = 'transaction-' || evidence_id
             where tenant_id = '\(tenant.id)';
            insert into entitlements.webhook_events
                   (tenant_id, event_id, event_type, body, status, app_user_id)
            select '\(tenant.id)', 'event-' || substr(app_user_id, 3), 'NEW_TYPE', '', 'stored',
                   app_user_id
              from entitlements.app_user_ids where tenant_id = '\(tenant.id)';
            insert into entitlements.attributes
                   (tenant_id, app_user_id, name, value, updated_at)
            select own.tenant_id, own.app_user_id, told.name, told.value, now()
              from entitlements.app_user_ids own
             cross join lateral (
                   values ('$email', 'person' || substr(own.app_user_id, 3) || '@example.com'),
                          ('$displayName', 'Ana Muster')) as told (name, value)
             where own.tenant_id = '\(tenant.id)';
            insert into entitlements.search_words (tenant_id, word, app_user_id, name)
            select kept.tenant_id, word.text, kept.app_user_id, kept.name
              from entitlements.attributes kept
             cross join lateral unnest(entitlements.words_of(kept.value)) as word (text)
             where kept.tenant_id = '\(tenant.id)';
            select \(release).add_audit_entry(
                       'erase', 'test', 'test', array[app_user_id], '[]', '[]', now())
              from entitlements.app_user_ids where tenant_id = '\(tenant.id)';
            commit
            """)
        try await administer("vacuum analyze")
    }
}
