import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// A tenant whose households use limits together.
enum PoolTenant {
    static let noon: Timestamp = "2026-03-21T12:00:00Z"

    /// Members may join and leave at will.
    static func rules(_ tenant: inout TenantDefinition) {
        tenant.households.switchCooldownDays = 0
        tenant.households.joinsPer30Days = 1_000
        tenant.households.ownerLeaves = .transfer
        tenant.limits = [
            limit("imports", .every(.month), free: 10, .init(perMember: 6)),
            limit("scans", .rolling(hours: 24), free: 5, .init()),
            limit("recipes", nil, free: 8, .init()),
            limit("letters", .every(.month), free: 3, nil),
        ]
    }

    private static func limit(
        _ id: String, _ period: TenantDefinition.LimitPeriod?, free: Int,
        _ pool: TenantDefinition.HouseholdPool?
    ) -> TenantDefinition.Limit {
        TenantDefinition.Limit(
            id: LimitID(unchecked: id), period: period, free: free,
            entitlements: [EntitlementID(unchecked: "plus"): .amount(free * 10)], pool: pool)
    }
}

extension JSONValue {
    /// The value as a whole number, or nil.
    fileprivate var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}

@Suite("Limits that a household uses together")
struct PoolTests {
    private let noon = PoolTenant.noon

    private func tenant() async throws -> TestTenant {
        try await TestTenant.create(PoolTenant.rules)
    }

    /// How much of a limit is used in all and by the app user, and what is left.
    private func shown(
        _ tenant: TestTenant, _ limit: String = "imports", of appUserID: String,
        at moment: Timestamp? = nil
    ) async throws -> String {
        let shown = try await tenant.limit(limit, of: appUserID, at: moment ?? noon)
        return "\(shown?["used"]?.number ?? -1) \(shown?["pool"]?["own_used"]?.number ?? -1) "
            + "\(shown?["remaining"]?.number ?? -1)"
    }

    @Test("all members count, and each has a cap")
    func works() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1", with: ["u_2"], at: noon)
        try await tenant.consume("imports", by: "u_1", 4, at: noon)
        let used = try await tenant.consume("imports", by: "u_2", 3, at: noon)
        #expect(
            used["pool"] == [
                "own_used": 3, "per_member": 6,
                "household_id": .string(household.uuidString.lowercased()),
            ])
        #expect(try await shown(tenant, of: "u_1") == "7 4 2")
        #expect(try await shown(tenant, of: "u_2") == "7 3 3")
        #expect(try await tenant.limit("letters", of: "u_1", at: noon)?["pool"] == .null)
        let alone = try await tenant.limit("imports", of: "u_3", at: noon)
        #expect(alone?["pool"] == ["own_used": 0, "per_member": 6, "household_id": .null])
        #expect(alone?["remaining"] == 6)
    }

    @Test("uses above the pool or the cap of a member are refused, and count nothing")
    func refused() async throws {
        let tenant = try await tenant()
        try await tenant.found("u_1", with: ["u_2"], at: noon)
        try await tenant.consume("imports", by: "u_1", 6, at: noon)
        for (member, amount) in [("u_1", 1), ("u_2", 5), ("u_2", 7)] as [(String, Int32)] {
            await expectFailure(.limitReached) {
                try await tenant.consume("imports", by: member, amount, at: noon)
            }
        }
        #expect(try await shown(tenant, of: "u_2") == "6 0 4")
        // No entitlement lifts the cap of a member.
        let refusal = try await #require(throws: Failure.self) {
            try await tenant.consume("imports", by: "u_1", at: noon)
        }
        let answer = try JSONParser.parse(try #require(refusal.members))
        #expect(answer["upgrade"] == [])
        #expect(answer["next_available_at"] == "2026-04-01T00:00:00.000Z")
    }

    @Test("an app user who joins brings no uses, and one who leaves takes none")
    func joinsAndLeaves() async throws {
        let tenant = try await tenant()
        try await tenant.consume("imports", by: "u_2", 5, at: noon.advanced(bySeconds: -60))
        let household = try await tenant.found("u_1", with: ["u_2"], at: noon)
        let later = noon.advanced(bySeconds: 60)
        try await tenant.consume("imports", by: "u_2", 4, at: later)
        #expect(try await shown(tenant, of: "u_1", at: later) == "4 0 6")
        let left = noon.advanced(bySeconds: 120)
        try await tenant.leave("u_2", household, at: left)
        #expect(try await shown(tenant, of: "u_1", at: left) == "4 0 6")
        // Alone, all of their own uses count.
        #expect(try await shown(tenant, of: "u_2", at: left) == "9 9 0")
        #expect(try await shown(tenant, of: "u_2", at: later) == "4 4 2")
        let back = try await tenant.invite(to: household, at: left)
        try await tenant.join("u_2", by: back, at: noon.advanced(bySeconds: 180))
        #expect(try await shown(tenant, of: "u_2", at: noon.advanced(bySeconds: 181)) == "4 4 2")
    }

    @Test("a new household is no new allowance for its founder")
    func founder() async throws {
        let tenant = try await tenant()
        try await tenant.consume("scans", by: "u_1", 5, at: noon.advanced(bySeconds: -60))
        for round in 0..<2 {
            let moment = noon.advanced(bySeconds: Int64(round) * 10)
            let household = try await tenant.found("u_1", at: moment)
            await expectFailure(.limitReached) {
                try await tenant.consume("scans", by: "u_1", at: moment)
            }
            try await tenant.dissolve(household, at: moment.advanced(bySeconds: 5))
        }
    }

    @Test("a rolling pool says when the first use of any member leaves")
    func rolling() async throws {
        let tenant = try await tenant()
        try await tenant.found("u_1", with: ["u_2"], at: noon.advanced(bySeconds: -7_200))
        try await tenant.consume("scans", by: "u_1", 2, at: noon.advanced(bySeconds: -3_600))
        try await tenant.consume("scans", by: "u_2", 3, at: noon)
        let shown = try await tenant.limit("scans", of: "u_2", for: 3, at: noon)
        #expect(shown?["resets_at"] == "2026-03-22T11:00:00.000Z")
        #expect(shown?["next_available_at"] == "2026-03-22T12:00:00.000Z")
    }

    @Test("a repeated reference counts once, and is the member's own")
    func repeated() async throws {
        let tenant = try await tenant()
        try await tenant.found("u_1", with: ["u_2"], at: noon)
        for _ in 0..<3 {
            try await tenant.consume("imports", by: "u_1", 2, reference: "job", at: noon)
        }
        try await tenant.consume("imports", by: "u_2", 2, reference: "job", at: noon)
        #expect(try await shown(tenant, of: "u_1") == "4 2 4")
        for _ in 0..<2 {
            try await tenant.releaseUse(of: "imports", by: "u_1", reference: "job", at: noon)
        }
        #expect(try await shown(tenant, of: "u_2") == "2 2 4")
    }

    @Test("members' uses in one call are decided together")
    func sets() async throws {
        let tenant = try await tenant()
        let members = ["u_1", "u_2", "u_3"]
        try await tenant.found("u_1", with: ["u_2", "u_3"], at: noon)
        let uses = (0..<12).map {
            UseLimits.Request(
                appUserID: AppUserID(members[$0 % 3]), limitID: $0 < 9 ? "scans" : "letters",
                amount: 1, reference: nil)
        }
        let outcomes = try await tenant.use(uses, at: noon)
        #expect(outcomes[..<9].count { (try? $0.get()) != nil } == 5)
        #expect(outcomes[9...].allSatisfy { (try? $0.get()["used"]) == 1 })
        #expect(try await tenant.used("scans", by: "u_3", at: noon) == 5)
        let shown = outcomes[..<9].compactMap { try? $0.get()["used"]?.number }
        #expect(shown.sorted() == [1, 2, 3, 4, 5])
    }

    @Test("a use dated before its member joined counts for the member alone")
    func dated() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1", with: ["u_2"], at: noon)
        let before = try await tenant.consume(
            "imports", by: "u_2", 2, usedAt: noon.advanced(byDays: -1),
            at: noon.advanced(bySeconds: 1))
        #expect(before["used"] == 0)
        try await tenant.consume(
            "imports", by: "u_1", 3, usedAt: noon.advanced(byDays: -1),
            at: noon.advanced(bySeconds: 1))
        #expect(try await shown(tenant, of: "u_2", at: noon.advanced(bySeconds: 1)) == "3 0 6")
        try await tenant.leave("u_2", household, at: noon.advanced(bySeconds: 2))
        #expect(try await shown(tenant, of: "u_2", at: noon.advanced(bySeconds: 2)) == "2 2 4")
    }

    @Test("a merged id's uses count for the time of the membership")
    func merged() async throws {
        let phone = "$RCAnonymousID:phone"
        let tenant = try await tenant()
        try await tenant.found("u_1", with: ["u_2"], at: noon)
        try await tenant.consume("imports", by: phone, 1, at: noon.advanced(bySeconds: -1))
        try await tenant.consume("imports", by: phone, 2, at: noon.advanced(bySeconds: 1))
        let later = noon.advanced(bySeconds: 2)
        let merge = try await tenant.identify(phone, as: "u_2", at: later)
        #expect(try await shown(tenant, of: "u_1", at: later) == "2 0 6")
        #expect(try await shown(tenant, of: phone, at: later) == "2 2 4")
        try await tenant.undo(try #require(merge.mergeID), at: later)
        #expect(try await shown(tenant, of: "u_1", at: later) == "0 0 6")
        #expect(try await shown(tenant, of: phone, at: later) == "3 3 3")
    }

    @Test("an erased member's uses stay in the pool")
    func erased() async throws {
        let tenant = try await tenant()
        try await tenant.found("u_1", with: ["u_2"], at: noon)
        try await tenant.consume("imports", by: "u_2", 4, at: noon)
        let later = noon.advanced(bySeconds: 60)
        try await tenant.erase("u_2", at: later)
        #expect(try await shown(tenant, of: "u_1", at: later) == "4 0 6")
    }

    @Test("the history lists the uses of all members, each with the id that used")
    func history() async throws {
        let tenant = try await tenant()
        try await tenant.consume("imports", by: "u_2", 5, at: noon.advanced(bySeconds: -60))
        try await tenant.found("u_1", with: ["u_2"], at: noon)
        try await tenant.consume("imports", by: "u_1", 2, reference: "job", at: noon)
        try await tenant.consume("imports", by: "u_2", 1, at: noon.advanced(bySeconds: 1))
        let listed = try await tenant.uses(of: "imports", by: "u_1", pageLimit: 1).map {
            "\($0["app_user_id"]?.string ?? "") \($0["amount"]?.number ?? -1)"
        }
        #expect(listed == ["u_2 1", "u_1 2"])
        #expect(try await tenant.uses(of: "letters", by: "u_1").isEmpty)
    }
}
