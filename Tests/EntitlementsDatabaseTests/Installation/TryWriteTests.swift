import Entitlements
import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("try_write")
struct TryWriteTests {
    @Test("nothing is left of the write")
    func works() async throws {
        try await ScratchDatabase.with { own in
            _ = try await own.database.call(TryWrite())
            #expect(try await own.ask("select count(*) from entitlements.presence") == "0")
            let moment: Timestamp = "2026-11-21T10:00:00Z"
            _ = try await own.database.call(NotePresence(asOf: moment, serverName: "a", keyIDs: []))
            _ = try await own.database.call(TryWrite())
            #expect(try await own.database.callOne(ExamineInstallation()).servedAt == moment)
        }
    }

    @Test("it asks for room on the disk, and is not misled by a limit of temporary files")
    func room() async throws {
        try await ScratchDatabase.with { own in
            let written =
                "select temp_bytes > 300000 from pg_stat_database "
                + "where datname = current_database()"
            _ = try await own.database.call(TryWrite())
            #expect(try await eventually { try await own.ask(written) == "t" })
            try await own.administer(
                "do $$ begin execute format('alter database %I set temp_file_limit = 0', "
                    + "current_database()); end $$")
            try await own.administer(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                    + "where datname = current_database() and pid <> pg_backend_pid()")
            _ = await eventually { (try? await own.database.call(TryWrite())) != nil }
            _ = try await own.database.call(TryWrite())
        }
    }

    @Test(
        "a server without resources is unavailable, with Retry-After",
        arguments: ["53000", "53100", "53200", "53300", "53400"])
    func resources(sqlState: String) {
        for access in [FunctionAccess.read, .write] {
            let failure = Failure(carrying: .server(sqlState: sqlState), of: access)
            #expect(failure?.code == .databaseUnavailable)
            #expect(failure?.retryAfterSeconds == 1)
        }
    }

    @Test("a read-only server is unavailable to writes; a read that writes is a defect")
    func readOnly() {
        let error = PostgresError.server(sqlState: "25006")
        #expect(Failure(carrying: error, of: .write)?.code == .databaseUnavailable)
        #expect(Failure(carrying: error, of: .read) == nil)
    }
}
