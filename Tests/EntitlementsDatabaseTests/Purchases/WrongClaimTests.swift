import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("Wrong claims of end users")
struct WrongClaimTests {
    private let start: Timestamp = "2026-11-01T10:59:58Z"
    private let issuer = TestTokens.issuer

    private func guess(
        _ tenant: TestTenant, _ person: String, from issuer: String? = TestTokens.issuer,
        at moment: Timestamp
    ) async throws {
        try await tenant.claim(
            orphan: UUID(), for: person, by: .none, issuer: issuer, at: moment)
    }

    @Test("wrong claims per hour are limited for an app user, and slow down their issuer")
    func limited() async throws {
        let tenant = try await TestTenant.create {
            $0.people.claimAttemptsPerHour = 2
            $0.people.tenantClaimAttemptsPerHour = 3
        }
        for _ in 0..<2 {
            await expectFailure(.orphanNotFound) { try await guess(tenant, "u_1", at: start) }
        }
        let failure = await #expect(throws: Failure.self) {
            try await guess(tenant, "u_1", at: start)
        }
        #expect(failure?.code == .tooManyAttempts)
        let members = try JSONParser.parse(failure?.members ?? [])
        #expect(members["retry_at"] == "2026-11-01T11:00:00.000Z")
        // The third of the issuer, and the only one of u_2 and u_3: nothing is refused yet.
        for person in ["u_2", "u_3"] {
            await expectFailure(.orphanNotFound) { try await guess(tenant, person, at: start) }
        }
        for person in ["u_2", "u_3"] {
            await expectFailure(.tooManyAttempts) { try await guess(tenant, person, at: start) }
        }
        // A key, another issuer, the next hour and another tenant.
        await expectFailure(.orphanNotFound) {
            try await guess(tenant, "u_3", from: nil, at: start)
        }
        await expectFailure(.orphanNotFound) {
            try await guess(tenant, "u_3", from: "https://other.example", at: start)
        }
        let next = start.advanced(bySeconds: 2)
        await expectFailure(.orphanNotFound) { try await guess(tenant, "u_1", at: next) }
        let other = try await TestTenant.create()
        await expectFailure(.orphanNotFound) { try await guess(other, "u_1", at: start) }
    }

    @Test("a dry run is no free guess: its wrong claim counts")
    func tried() async throws {
        let tenant = try await TestTenant.create { $0.people.claimAttemptsPerHour = 2 }
        for _ in 0..<2 {
            await expectFailure(.orphanNotFound) {
                try await tenant.claim(
                    orphan: UUID(), for: "u_1", by: .none, dryRun: true, issuer: issuer, at: start)
            }
        }
        await expectFailure(.tooManyAttempts) { try await guess(tenant, "u_1", at: start) }
    }

    @Test("above its issuer's limit an app user has one wrong claim in a day")
    func slowed() async throws {
        let tenant = try await TestTenant.create {
            $0.people.tenantClaimAttemptsPerHour = 1
        }
        await expectFailure(.orphanNotFound) { try await guess(tenant, "u_1", at: start) }
        for hours in [1, 23] as [Int64] {
            let later = start.advanced(bySeconds: hours * 3_600)
            await expectFailure(.orphanNotFound) {
                try await guess(tenant, "u_\(hours)_hours", at: later)
            }
            await expectFailure(.tooManyAttempts) { try await guess(tenant, "u_1", at: later) }
        }
        let tomorrow = start.advanced(bySeconds: 24 * 3_600)
        await expectFailure(.orphanNotFound) { try await guess(tenant, "u_crowd", at: tomorrow) }
        await expectFailure(.orphanNotFound) { try await guess(tenant, "u_1", at: tomorrow) }
        await expectFailure(.tooManyAttempts) { try await guess(tenant, "u_1", at: tomorrow) }
    }

    @Test("simultaneous wrong claims are all counted")
    func raced() async throws {
        let tenant = try await TestTenant.create { $0.people.claimAttemptsPerHour = 3 }
        let moment = start
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await guess(tenant, "u_1", at: moment) } })
        #expect(outcomes.filter { $0 == .orphanNotFound }.count == 3)
        #expect(outcomes.filter { $0 == .tooManyAttempts }.count == 5)
    }
}
