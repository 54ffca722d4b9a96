import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// Connections that read let Postgres choose between a plan for any values and one for these.
@Suite("Costs of a read")
struct ReadCostTests {
    private static let reads = [
        "\(release).get_notices('u_42')", "\(release).get_limits('u_42')",
        "\(release).list_timeline('u_42', null, 11, null, null)",
    ]

    @Test("100 reads reuse cached plans after a warm-up", arguments: reads)
    func plans(read: String) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.nowRunning())
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                try await connection.enter(tenant)
                try await connection.execute("set plan_cache_mode = auto")
                let planned = try await connection.plannedAnew(in: 100) { times in
                    for _ in 0..<times { try await connection.execute("select from \(read)") }
                }
                .filter { row in row.last??.hasPrefix("select from \(release).") != true }
                #expect(planned.isEmpty, "\(planned)")
            }
        }
    }
}
