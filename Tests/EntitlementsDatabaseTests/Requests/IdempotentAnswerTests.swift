import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests that the database stores the first answer to a request with an Idempotency-Key.
@Suite("Requests with an Idempotency-Key")
struct IdempotentAnswerTests {
    private let start = RevenueCatEvent.defaultPurchase

    @Test("a repeated creation returns the first bytes, even after a dissolve")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let first = try await tenant.create("u_1", key: "k", at: start)
        #expect(!first.isReplayed)
        let household = try #require(try await tenant.households().first)
        try await tenant.dissolve(household)
        try await expectNoChange(in: tenant) {
            let again = try await tenant.create("u_1", key: "k")
            #expect(again.isReplayed)
            #expect(again.json == first.json)
        }
        try await expectSound(tenant)
    }

    @Test("a repeated invite returns the first bytes")
    func invite() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", at: start)
        let first = try await tenant.invite(to: household, key: "k", code: 1, at: start)
        // The repeated request generates another code.
        try await expectNoChange(in: tenant) {
            let again = try await tenant.invite(to: household, key: "k", code: 2)
            #expect(again.isReplayed)
            #expect(again.json == first.json)
        }
        #expect(!first.isReplayed)
        try await expectSound(tenant)
    }

    @Test("a key with another request or operation is refused")
    func reused() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_9")
        _ = try await tenant.create("u_1", key: "k")
        try await expectRefusal(.idempotencyKeyReused, in: tenant) {
            try await tenant.create("u_1", key: "k", request: 2)
        }
        try await expectRefusal(.idempotencyKeyReused, in: tenant) {
            try await tenant.invite(to: household, key: "k", code: 1)
        }
        try await expectSound(tenant)
    }

    @Test("a refused request is decided again")
    func refusedFirst() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_9", with: ["u_1"])
        try await expectRefusal(.alreadyInHousehold, in: tenant) {
            try await tenant.create("u_1", key: "k")
        }
        try await tenant.dissolve(household)
        #expect(try await tenant.create("u_1", key: "k").isReplayed == false)
        try await expectSound(tenant)
    }

    @Test("each tenant has its own keys")
    func tenants() async throws {
        for _ in 0..<2 {
            let tenant = try await TestTenant.create()
            #expect(try await tenant.create("u_1", key: "same").isReplayed == false)
        }
    }

    @Test("a repetition during the first request is refused as in use at once")
    func inFlight() async throws {
        let tenant = try await TestTenant.createForRaces()
        let household = try await tenant.found("u_1")
        let outcomes = try await tenant.queue(
            on: TestTenant.lock(household.uuidString),
            [{ _ = try await tenant.invite(to: household, key: "k", code: 1) }]
        ) {
            await expectFailure(.idempotencyKeyInUse) {
                try await tenant.invite(to: household, key: "k", code: 2)
            }
        }
        #expect(outcomes == [nil])
        #expect(try await tenant.invite(to: household, key: "k", code: 3).isReplayed)
        #expect(try await tenant.rows(in: "household_invites") == 1)
        try await expectSound(tenant)
    }

    @Test("of eight simultaneous repetitions one is carried out")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { _ = try await tenant.create("u_1", key: "k") } })
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .idempotencyKeyInUse })
        #expect(outcomes.contains(nil))
        #expect(try await tenant.rows(in: "households") == 1)
        try await expectSound(tenant)
    }
}

extension TestTenant {
    /// Creates a household with a key; `request` stands for the digest of the body.
    func create(
        _ owner: String, key: String, request: UInt8 = 1, at moment: Timestamp? = nil
    ) async throws -> RepeatableAnswer {
        try await database.callOne(
            CreateHousehold(
                ownerAppUserID: AppUserID(owner), name: nil, ignoreCooldown: false,
                idempotencyKey: key,
                requestDigest: Array(repeating: request, count: 32), asOf: moment),
            in: id)
    }

    fileprivate func invite(
        to household: UUID, key: String, code: UInt8, at moment: Timestamp? = nil
    ) async throws -> RepeatableAnswer {
        try await database.callOne(
            CreateHouseholdInvite(
                householdID: HouseholdID(household), codeDigest: Array(repeating: code, count: 32),
                idempotencyKey: key, requestDigest: Array(repeating: 1, count: 32), asOf: moment),
            in: id)
    }
}
