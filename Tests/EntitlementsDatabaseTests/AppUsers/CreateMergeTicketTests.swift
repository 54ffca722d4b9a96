import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("create_merge_ticket")
struct CreateMergeTicketTests {
    private let a = anonymous("a")
    private let start = RevenueCatEvent.defaultPurchase

    @Test("a ticket identifies one phone as one app user until it expires")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let ticket = try await tenant.ticket(from: a, to: "u_1", seconds: 60, at: start)
        let answer = try await tenant.identify(
            a, as: "u_1", by: .ticket(ticket), at: start.advanced(bySeconds: 59))
        #expect(answer["outcome"] == "upgraded")
    }

    @Test("a repeated request returns the same ticket; another body is refused")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        func call(seconds: Int32, at moment: Timestamp) -> CreateMergeTicket {
            CreateMergeTicket(
                anonymousAppUserID: AppUserID(a), appUserID: "u_1",
                digest: Array(repeating: 3, count: 32),
                ttlSeconds: seconds, idempotencyKey: "key",
                requestDigest: Array(repeating: UInt8(seconds % 256), count: 32), asOf: moment)
        }
        let first = try await tenant.database.callOne(
            call(seconds: 600, at: start), in: tenant.id)
        let rows = try await tenant.peopleRows()
        let second = try await tenant.database.callOne(
            call(seconds: 600, at: start.advanced(bySeconds: 10)), in: tenant.id)
        #expect(first.expiresAt == start.advanced(bySeconds: 600))
        #expect(second.expiresAt == first.expiresAt)
        await expectFailure(.idempotencyKeyReused) {
            try await tenant.database.callOne(call(seconds: 60, at: start), in: tenant.id)
        }
        #expect(try await tenant.peopleRows() == rows)
    }

    @Test("a ticket used four times at once merges once")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a))
        let ticket = try await tenant.ticket(from: a, to: "u_1")
        let phone = a
        let outcomes = try await tenant.race(
            (0..<4).map { _ in
                { try await tenant.identify(phone, as: "u_1", by: .ticket(ticket)) }
            })
        // The three later calls find the merge done and succeed.
        #expect(outcomes == Array(repeating: nil, count: 4))
        #expect(try await tenant.auditEntries().count == 1)
    }
}
