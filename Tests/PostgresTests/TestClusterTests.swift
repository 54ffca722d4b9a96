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
        let rows = try await AdministrationConnection.withConnection(to: one) {
            try await $0.execute("show max_connections")
        }
        #expect(!rows.isEmpty)
    }

    @Test(
        "may be on this machine",
        arguments: [
            "host=/tmp/a dbname=b", "host=localhost", "host=127.0.0.1,/tmp",
            "postgres://a:b@localhost:5432/c", "postgresql:///c?host=/tmp/a",
            "postgresql://%2Ftmp%2Fa/c",
        ])
    func isLocal(connectionString: String) {
        #expect(TestCluster.isLocal(connectionString))
    }

    @Test(
        "may not be on another machine, not even by an environment variable",
        arguments: [
            "host=database.example.com", "host=localhost,example.com", "dbname=a", "service=a",
            "host=localhost hostaddr=192.0.2.1", "postgres://a@example.com/b", "postgres:///b",
            "postgres://a:b@localhost@example.com/c", "postgres://localhost/b?host=example.com",
            "postgres://localhost/b?hostaddr=192.0.2.1",
        ])
    func isNotLocal(connectionString: String) {
        #expect(!TestCluster.isLocal(connectionString))
    }
}
