import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("consume_my_limit")
struct ConsumeMyLimitTests {
    private func metered() async throws -> TestTenant {
        try await TestTenant.createForRaces(like: "metered") {
            $0.endUsers.mayConsume = [LimitID(unchecked: "scans")]
        }
    }

    @Test("an end user consumes what the tenant file allows, up to the limit")
    func works() async throws {
        let tenant = try await metered()
        let me = tenant.endUser("u_1")
        #expect(try await me.consume("scans", 2)["remaining"] == 1)
        await expectFailure(.limitReached) { try await me.consume("scans", 2) }
        #expect(try await tenant.used("scans", by: "u_1") == 2)
        #expect(try await tenant.used("scans", by: "u_2") == 0)
    }

    @Test("other limits, unknown limits and limits that left the list are refused")
    func refused() async throws {
        let tenant = try await metered()
        let me = tenant.endUser("u_1")
        await expectFailure(.limitNotConsumable) { try await me.consume("recipes") }
        await expectFailure(.limitNotInCatalog) { try await me.consume("unknown") }
        try await tenant.apply(like: "metered") { _ in }
        await expectFailure(.limitNotConsumable) { try await me.consume("scans") }
        #expect(try await tenant.used("recipes", by: "u_1") == 0)
        #expect(try await tenant.used("scans", by: "u_1") == 0)
    }

    @Test("a reference counts once, also for the tenant's server")
    func repeated() async throws {
        let tenant = try await metered()
        let me = tenant.endUser("u_1")
        try await me.consume("scans", reference: "page 7")
        try await me.consume("scans", reference: "page 7")
        try await tenant.consume("scans", by: "u_1", reference: "page 7")
        #expect(try await tenant.used("scans", by: "u_1") == 1)
        await expectFailure(.referenceReused) {
            try await me.consume("scans", 2, reference: "page 7")
        }
    }

    @Test("of eight simultaneous uses three count")
    func raced() async throws {
        let tenant = try await metered()
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await tenant.endUser("u_1").consume("scans") } })
        #expect(outcomes.filter { $0 == nil }.count == 3)
        #expect(outcomes.filter { $0 == .limitReached }.count == 5)
    }
}
