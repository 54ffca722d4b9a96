import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests that the unknown ids of a set of snapshots become app users, as each would alone.
@Suite("Snapshots of unknown ids", .timeLimit(.minutes(5)))
struct UnknownIDsTests {
    private static let phone = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
    private static let readAt: Timestamp = "2096-11-01T10:00:00Z"

    private static let snapshots = [
        TestSnapshot(of: "u_1", at: readAt).aliased(phone),
        TestSnapshot(of: "u_2", at: readAt).aliased("u_3"),
        TestSnapshot(of: "u_4", at: readAt),
    ].map(\.json)

    @Test("ids named together are one app user, unless two are identified; repeated, nothing new")
    func together() async throws {
        let tenant = try await TestTenant.create()
        for outcome in ["read", "known"] {
            let rows = try await tenant.addAll(Self.snapshots, receivedAt: Self.readAt)
            #expect(rows.map(\.outcome) == [outcome, outcome, outcome])
            #expect(rows.allSatisfy { $0.drift == nil })
            #expect(try await tenant.rows(in: "app_user_ids") == 5)
            #expect(try await tenant.rows(in: "app_users") == 4)
            #expect(try await tenant.rows(in: "app_user_id_links") == 2)
        }
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("an id that another writer adds meanwhile is joined, and the others are added")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let outcomes = try await tenant.queue(
            on: """
                do $do$ begin
                    perform set_config('hearth.tenant_id', '\(tenant.id)', true);
                    perform \(release).add_app_user_ids(array['\(Self.phone)']);
                end $do$
                """,
            [{ _ = try await tenant.addAll(Self.snapshots, receivedAt: Self.readAt) }])
        #expect(outcomes == [nil])
        #expect(try await tenant.rows(in: "app_user_ids") == 5)
        #expect(try await tenant.rows(in: "snapshots") == 3)
        #expect(try await tenant.rows(in: "app_user_id_links") == 2)
        #expect(try await tenant.invariantViolations() == [])
    }
}
