import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_tenant_moves")
struct ListTenantMovesTests {
    @Test("each tenant that moves or has moved is listed, with its state, and no other")
    func listed() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            _ = try await TestTenant.create(in: scratch.database)
            #expect(try await scratch.database.call(ListTenantMoves()) == [])
            for state in ["copying", "moved"] {
                try await scratch.setAway(tenant, state)
                let moves = try await scratch.database.call(ListTenantMoves())
                #expect(moves.map(\.slug) == [tenant.slug])
                #expect(moves.map(\.state) == [state])
                #expect(moves.map(\.otherDatabase) == ["elsewhere"])
                #expect(moves.map(\.slotName) == [nil])
            }
        }
    }
}
