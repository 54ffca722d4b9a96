import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("count_claim_attempt")
struct CountClaimAttemptTests {
    private let start: Timestamp = "2026-11-01T10:59:58Z"

    private func attempt(
        _ tenant: TestTenant, _ person: String, at moment: Timestamp
    ) async throws {
        _ = try await tenant.database.callOne(
            CountClaimAttempt(appUserID: AppUserID(person), asOf: moment), in: tenant.id)
    }

    @Test("attempts per hour are limited for an app user and for a tenant")
    func limited() async throws {
        let tenant = try await TestTenant.create {
            $0.people.claimAttemptsPerHour = 2
            $0.people.tenantClaimAttemptsPerHour = 3
        }
        for _ in 0..<2 { try await attempt(tenant, "u_1", at: start) }
        let failure = await #expect(throws: Failure.self) {
            try await attempt(tenant, "u_1", at: start)
        }
        #expect(failure?.code == .tooManyAttempts)
        let members = try JSONParser.parse(failure?.members ?? [])
        #expect(members["retry_at"] == "2026-11-01T11:00:00.000Z")
        try await attempt(tenant, "u_2", at: start)
        await expectFailure(.tooManyAttempts) { try await attempt(tenant, "u_3", at: start) }
        try await attempt(tenant, "u_1", at: start.advanced(bySeconds: 2))
        try await attempt(try await TestTenant.create(), "u_1", at: start)
    }

    @Test("simultaneous attempts are all counted")
    func raced() async throws {
        let tenant = try await TestTenant.create { $0.people.claimAttemptsPerHour = 3 }
        let moment = start
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await attempt(tenant, "u_1", at: moment) } })
        #expect(outcomes.filter { $0 == nil }.count == 3)
        #expect(outcomes.filter { $0 == .tooManyAttempts }.count == 5)
    }
}
