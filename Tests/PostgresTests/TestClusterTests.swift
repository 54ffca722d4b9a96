import Postgres
import Testing

@testable import TestSupport

@Suite("The cluster of the tests")
struct TestClusterTests {
    @Test("is shared by the whole process")
    func isOne() async throws {
        let one = try await TestCluster.connectionString()
        let other = try await TestCluster.connectionString()
        #expect(one == other)
    }

    @Test("gives an administrator without superuser, and a superuser")
    func administrator() async throws {
        for (login, rights) in [
            (try await TestCluster.connectionString(), "f f t t"),
            (try await TestCluster.superuserConnectionString(), "t t t t"),
        ] {
            let rows = try await AdministrationConnection.withConnection(to: login) {
                try await $0.execute(
                    """
                    select concat_ws(' ', rolsuper, rolbypassrls, rolcreaterole, rolcreatedb)
                      from pg_roles where rolname = current_user
                    """)
            }
            #expect(rows == [[rights]])
        }
    }
}
