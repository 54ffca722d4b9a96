import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

/// Makes every call as one tenant, while another tenant has rows of the same ids.
///
/// A new function is tested without a line here.
@Suite("Separation of tenants in every call")
struct EveryTenantCallTests {
    /// What forgets the tenant: row security, or the conditions of all functions.
    enum Forgetting: CaseIterable { case policies, functions }

    /// Calls that the conditions of a door keep apart, not row security.
    ///
    /// The door of an erasure writes to tables that the owner of functions sees whole.
    private static let byCondition: Set = ["erase_app_user"]

    @Test(
        "no call returns or changes another tenant's rows, whichever of the two separations lacks",
        arguments: Forgetting.allCases)
    func calls(forgetting: Forgetting) async throws {
        let schema = forgetting == .functions ? TenancyTests.forgetful : Schema.embedded
        try await ScratchDatabase.with(schema) { scratch in
            try await expectSeparation(of: schema.functionsSchema, in: scratch, forgetting)
        }
    }

    @Test("a function that forgets the tenant is seen, of reads and of writes")
    func forgottenCondition() async throws {
        try await ScratchDatabase.with { scratch in
            let own = try await IsolatedTenants.create(in: scratch)
            try await scratch.administer(
                """
                alter table entitlements.operator_notes disable row level security;
                alter table entitlements.purchases disable row level security;
                create function \(release).forget_reading() returns setof text
                    language sql stable
                    as $$ select note from entitlements.operator_notes order by note $$;
                create function \(release).forget_writing() returns void
                    language sql volatile
                    as $$ update entitlements.purchases set product_id = 'x' $$;
                grant execute on all functions in schema \(release) to hearth_server;
                """)
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                let calls = try await IsolatedCalls(own, in: release, on: connection)
                #expect(try await calls.leak(of: "\(release).forget_reading()") != nil)
                #expect(try await calls.leak(of: "\(release).forget_writing()") != nil)
                #expect(try await calls.leak(of: "\(release).get_me('u_42', false)") == nil)
            }
        }
    }

    private func expectSeparation(
        of schema: String, in scratch: ScratchDatabase, _ forgetting: Forgetting
    ) async throws {
        let tenants = try await IsolatedTenants.create(in: scratch)
        if forgetting == .policies {
            let tables = try await scratch.administer(
                """
                select format('alter table %s disable row level security', oid::regclass)
                  from pg_class where relnamespace = 'entitlements'::regnamespace
                   and relkind in ('r', 'p')
                """
            ).compactMap { $0[0] }
            try await scratch.administer(tables.joined(separator: ";"))
        }
        try await AdministrationConnection.withConnection(
            to: scratch.superuserConnectionString
        ) { connection in
            let calls = try await EveryTenantCall.all(in: schema, on: connection)
            #expect(calls.count > 120)
            let isolated = try await IsolatedCalls(tenants, in: schema, on: connection)
            var (leaking, unreached): (Set<String>, Set<String>) = ([], [])
            for call in calls {
                let sql = isolated.sql(of: call)
                let leak = try await isolated.leak(of: sql)
                let isExempt = forgetting == .functions && Self.byCondition.contains(call.function)
                #expect(leak == nil || isExempt, "\(sql): \(leak ?? "")")
                if leak != nil { leaking.insert(call.function) }
                if try await !isolated.isReached(sql) { unreached.insert(call.function) }
            }
            #expect(leaking == (forgetting == .functions ? Self.byCondition : []))
            #expect(unreached == [], "give the arguments values in IsolatedCalls")
        }
    }
}
