import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_database_size")
struct GetDatabaseSizeTests {
    @Test("it is what Postgres says, and null for an owner who may not connect")
    func size() async throws {
        try await ScratchDatabase.with { own in
            let bytes = try await own.database.callOne(GetDatabaseSize()).bytes
            let said = try await own.ask("select pg_database_size(current_database())")
            let difference = abs((bytes ?? 0) - (Int64(said ?? "") ?? 0))
            #expect(difference < 1_000_000 && bytes ?? 0 > 1_000_000)

            let name = try #require(try await own.ask("select current_database()"))
            try await own.administer(
                "revoke connect on database \"\(name)\" from public; "
                    + "revoke connect on database \"\(name)\" from hearth_owner")
            #expect(try await own.database.callOne(GetDatabaseSize()).bytes == nil)
        }
    }
}
