import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// Tests that a write reads only the rows that it concerns.
///
/// Row security keeps computed conditions out of indexes: such a query looks like a lookup, but
/// reads all ids of the tenant.
@Suite("Rows read by a write")
struct WriteReadTests {
    static let people = 5_000
    /// For all tables and indexes; a write reads about 40 per app user.
    static let maximumRows = 1_000
    /// For all tables and indexes; the index of 50,000 uses has more.
    private static let maximumPages = 200
    static let phone = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
    static let run = "0f0f0f0f-0000-4000-8000-000000000001"

    @Test(
        "a write reads few rows in a tenant of 5,000 app users, whatever tenant its plans are for",
        arguments: Plans.allCases)
    func writes(plans: Plans) async throws {
        try await ScratchDatabase.with { scratch in
            let large = try await Self.tenant(in: scratch.database, with: Self.phone)
            let small = try await Self.tenant(
                in: scratch.database, with: Self.phone, "u_25", "u_26")
            try await scratch.addPeopleWhoBought(Self.people, to: large)
            for tenant in [large, small] { try await Self.startRun(of: tenant, in: scratch) }
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                if plans == .forSmallTenant {
                    try await connection.enter(small)
                    for (_, write) in Self.writes {
                        _ = try await Self.rowsRead(by: write, on: connection)
                    }
                }
                try await connection.enter(large)
                for (name, write) in Self.writes {
                    let rows = try await Self.rowsRead(by: write, on: connection)
                    #expect(1...Self.maximumRows ~= rows, "\(name) reads \(rows)")
                }
            }
        }
    }

    @Test("a use reads few rows, also if it was planned before there were uses")
    func useOnYoungTable() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await Self.tenant(in: scratch.database, with: "u_24", "u_25")
            try await scratch.administer("vacuum analyze")
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                try await connection.enter(tenant)
                _ = try await Self.rowsRead(by: Self.use(by: "u_24"), on: connection)
                try await scratch.administer(
                    """
                    insert into entitlements.uses
                    select '\(tenant.id)', 'u_25', 'scans', now() - n * interval '1 minute', 1,
                           \(Self.people * 10) - n
                      from generate_series(1, \(Self.people * 10) - 1) n
                    """)
                let rows = try await Self.rowsRead(by: Self.use(by: "u_24"), on: connection)
                #expect(1...Self.maximumRows ~= rows, "a use reads \(rows)")
                // An index entry that a condition rejects is not counted as read; its page is.
                let pages = try await Self.read(
                    "pg_stat_get_xact_blocks_fetched", by: Self.use(by: "u_24"), on: connection)
                #expect(1...Self.maximumPages ~= pages, "a use reads \(pages) pages")
            }
        }
    }

    /// Reads the whole tenant, which is what it is for.
    private static let ofWholeTenant: Set = ["list_invariant_violations"]

    @Test("every call that acts for one tenant reads few rows of one with 5,000 app users")
    func everyCall() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await IsolatedTenants.create(in: scratch).own
            try await scratch.addPeopleWhoBought(Self.people, from: 1_000, to: tenant)
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                let made = try await IsolatedCalls(
                    IsolatedTenants(own: tenant, other: tenant), in: release, on: connection)
                try await connection.enter(tenant)
                for call in try await EveryTenantCall.all(in: release, on: connection)
                where !Self.ofWholeTenant.contains(call.function) {
                    let sql = made.sql(of: call).replacing("\(release).", with: "")
                    let rows = try await Self.rowsRead(
                        by: sql, mayBeRefused: true, on: connection)
                    // A scan reads every person once.
                    #expect(rows <= Self.people / 2, "\(sql) reads \(rows)")
                }
            }
        }
    }

    static func use(by person: String) -> String {
        "use_limits('{\(person)}', '{scans}', '{1}', '{null}', '{null}', '{null}', 'production')"
    }

    /// The tenant that a connection planned for before it wrote for the large one.
    enum Plans: CaseIterable { case forLargeTenant, forSmallTenant }

    static func tenant(
        in database: Database, with people: String..., pool: TenantDefinition.HouseholdPool? = nil
    ) async throws -> TestTenant {
        var scans = try #require(
            TestTenant.definition(of: "metered").limits.first { $0.id.rawValue == "scans" })
        scans.entitlements = [:]
        scans.pool = pool
        let tenant = try await TestTenant.create(in: database) { [scans] in $0.limits = [scans] }
        for person in people {
            try await tenant.receive(.initialPurchase(appUserID: person))
        }
        return tenant
    }

    /// Starts a run over all people; every second one was read.
    static func startRun(of tenant: TestTenant, in scratch: ScratchDatabase) async throws {
        try await tenant.setUpstream(sealed(1))
        try await scratch.administer(
            """
            update entitlements.upstreams set recognised_at = now()
             where tenant_id = '\(tenant.id)';
            insert into entitlements.runs
                   (tenant_id, run_id, scope, origin, is_dry_run, stop_at_lost_percent, status,
                    started_at)
            values ('\(tenant.id)', '\(run)', 'all', 'request', false, 50, 'running', now());
            insert into entitlements.run_app_users
                   (tenant_id, run_id, app_user_id, risk, outcome, done_at)
            select '\(tenant.id)', '\(run)', id.app_user_id, 7,
                   case when number % 2 = 1 then 'read' end,
                   case when number % 2 = 1 then now() end
              from (select app_user_id, row_number() over (order by app_user_id) as number
                      from entitlements.app_user_ids where tenant_id = '\(tenant.id)') as id
            """)
    }

    static var writes: KeyValuePairs<String, String> {
        [
            "the first event of a purchase": receive("INITIAL_PURCHASE", person: "u_1"),
            "the next one": receive("RENEWAL", person: "u_1"),
            "an event of a new person": receive("RENEWAL", person: "u_new"),
            "events of sixteen": receive("RENEWAL", person: (2...17).map { "u_\($0)" }),
            "a first snapshot": add(TestSnapshot(of: "u_20", at: "2026-11-20T10:00:00Z")),
            "a snapshot that lists a purchase": add(
                TestSnapshot(of: "u_21", at: "2026-11-20T10:00:00Z").listing(
                    .like(.initialPurchase(appUserID: "u_21")))),
            "identifying":
                "identify_app_user('\(phone)', 'u_22', 'vouched', null, 'secret_key:test')",
            "a household": "create_household('u_23', null, false, null, null)",
            "a use": use(by: "u_24"),
            "a grant":
                "create_grant('u_27', 'plus', null, 'P1M', null, true, 'r', 'a', 'production', "
                + "null, null)",
            "a awaitRequest to be read": "confirm_app_user('u_25')",
            "sixteen of a run": "claim_run_app_users('\(run)', 16, 45)",
            "a snapshot of a run": add(
                TestSnapshot(of: "u_28", at: "2026-11-20T10:00:00Z"), of: "'\(run)'"),
            "an unknown app user of a run": "confirm_app_user('u_29', null, false, '\(run)')",
            "erasing": "erase_app_user('u_26', 'test')",
        ]
    }

    /// The number of table rows and index entries that a write reads, by Postgres's count.
    static func rowsRead(
        by write: String, mayBeRefused: Bool = false, on connection: AdministrationConnection
    ) async throws -> Int {
        try await read(
            "pg_stat_get_xact_tuples_returned", by: write, mayBeRefused: mayBeRefused,
            on: connection)
    }

    /// What a write reads, by one of Postgres's counts of a table or index.
    private static func read(
        _ count: String, by write: String, mayBeRefused: Bool = false,
        on connection: AdministrationConnection
    ) async throws -> Int {
        try await connection.execute("begin")
        let before = try await read(count, on: connection)
        try await connection.execute("set local role hearth_server")
        try await connection.execute(
            """
            do $do$
            begin
                perform * from \(release).\(write);
            exception when others then
                if not \(mayBeRefused) or sqlstate !~ '^PT' then raise; end if;
            end
            $do$
            """)
        let after = try await read(count, on: connection)
        try await connection.execute("commit")
        return after - before
    }

    /// The connection's count, which Postgres does not flush inside a transaction.
    private static func read(
        _ count: String, on connection: AdministrationConnection
    ) async throws -> Int {
        let counted = try await connection.execute(
            """
            reset role;
            select sum(\(count)(oid)) from pg_class
             where relnamespace = 'entitlements'::regnamespace and relkind in ('r', 'i')
            """)
        return try #require((counted.first?.first ?? nil).flatMap(Int.init))
    }

    static func receive(_ type: String, person: String...) -> String {
        receive(type, person: person)
    }

    static func receive(_ type: String, person people: [String]) -> String {
        let events = people.map { person in
            """
            ('\(type) of \(person)', jsonb_build_object(
                'kind', lower('\(type)'), 'environment', 'production', 'store', 'app_store',
                'app_user_id', '\(person)', 'app_user_ids', jsonb_build_array('\(person)'),
                'product_id', 'stockpot_plus_monthly',
                'original_transaction_id', '\(person.dropFirst(2))',
                'transaction_id', '\(type) \(person)', 'purchased_at', clock_timestamp(),
                'occurred_at', clock_timestamp(), 'expires_at', now() + interval '30 days'))
            """
        }.joined(separator: ", ")
        return """
            receive_webhook_events(
                (select array_agg(told.id) from (values \(events)) as told (id, facts)),
                array_fill('\(type)'::text, array[\(people.count)]),
                array_fill(''::bytea, array[\(people.count)]),
                (select array_agg(told.facts) from (values \(events)) as told (id, facts)),
                array_fill(null::text, array[\(people.count)]))
            """
    }

    static func add(_ snapshot: TestSnapshot, of run: String = "null") -> String {
        let json = String(decoding: snapshot.json.bytes, as: UTF8.self)
        return "add_snapshots(array['\(json)'::jsonb], run_id => \(run))"
    }
}
