import EntitlementsDatabase
import EntitlementsWorker
import Logging
import TestSupport
import Testing

@Suite("The sequencer numbers changes")
struct ChangeSequencerTests {
    @Test("of this process and of others, and goes on after the database was away")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let sequencer = ChangeSequencer(
                database: scratch.database, isAwaited: { false }, logger: .silent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await sequencer.run() }
                try await tenant.grant(to: "u_1")
                #expect(try await eventually { try await scratch.numbered() == "1" })
                try await scratch.administer(
                    """
                    insert into entitlements.pending_changes
                           (tenant_id, kind, app_user_id, cause, happened_at, recorded_at)
                    values ('\(tenant.id)', 'test', 'u_1', 'test', now(), now());
                    select pg_terminate_backend(pid) from pg_stat_activity
                     where application_name = 'hearth' and datname = current_database()
                    """)
                #expect(try await eventually { try await scratch.numbered() == "2" })
                group.cancelAll()
            }
        }
    }
}

extension ScratchDatabase {
    fileprivate func numbered() async throws -> String? {
        try await ask("select count(*) from entitlements.change_entries")
    }
}
