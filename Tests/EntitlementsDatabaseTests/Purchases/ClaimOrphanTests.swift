import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("claim_orphan")
struct ClaimOrphanTests {
    private let a = anonymous("a")
    private let start = RevenueCatEvent.defaultPurchase

    private func orphan(
        _ change: (inout TenantDefinition) -> Void = { _ in }
    ) async throws -> (TestTenant, UUID) {
        let tenant = try await TestTenant.create(change)
        try await tenant.create(a, secret: "dev_a")
        try await tenant.receive(.initialPurchase(appUserID: a, originalTransactionID: "phone"))
        return (tenant, try await id(in: tenant))
    }

    private func id(in tenant: TestTenant) async throws -> UUID {
        let orphan = try await tenant.orphans().first
        return try #require(orphan?["orphan_id"]?.string.flatMap(UUID.init(uuidString:)))
    }

    @Test("a device secret, the server or an operator claims, by orphan or app user id")
    func works() async throws {
        for proof in [TestProof.deviceSecret("dev_a"), .vouched, .operator] {
            for isByID in [true, false] {
                let (tenant, id) = try await orphan()
                let answer =
                    try await isByID
                    ? tenant.claim(orphan: id, for: "u_1", by: proof)
                    : tenant.claim(a, for: "u_1", by: proof)
                #expect(answer["outcome"] == "claimed")
                #expect(answer["moved"]?["subscriptions"]?.array?.count == 1)
                #expect(try await tenant.owners() == ["phone": "\(a) u_1"])
                #expect(try await tenant.orphans().isEmpty)
                #expect(try await tenant.auditEntries().map { $0["action"] } == ["claim"])
                let day = start.advanced(byDays: 1)
                #expect(try await tenant.standing(of: "u_1", at: day) == .active("active"))
            }
        }
    }

    @Test("a wrong proof and an unknown orphan are refused alike, and write nothing")
    func refused() async throws {
        let (tenant, id) = try await orphan()
        var details: Set<String> = []
        for (held, orphan) in [(nil, id), (nil, UUID()), (a, nil), (anonymous("no"), nil)]
            as [(String?, UUID?)]
        {
            let before = try await tenant.peopleRows()
            let failure = await #expect(throws: Failure.self) {
                if let orphan {
                    try await tenant.claim(orphan: orphan, for: "u_1", by: .deviceSecret("no"))
                } else {
                    try await tenant.claim(held ?? "", for: "u_1", by: .deviceSecret("no"))
                }
            }
            #expect(failure?.code == .orphanNotFound)
            details.insert(failure?.detail ?? "")
            #expect(try await tenant.peopleRows() == before)
        }
        #expect(details.count == 1)
    }

    @Test("a repeated claim returns the first merge")
    func repeated() async throws {
        let (tenant, id) = try await orphan()
        let first = try await tenant.claim(orphan: id, for: "u_1")
        let rows = try await tenant.peopleRows()
        let answers = [
            try await tenant.claim(orphan: id, for: "u_1", by: .none),
            try await tenant.claim(a, for: "u_1", by: .deviceSecret("dev_a")),
        ]
        for answer in answers {
            #expect(answer["outcome"] == "already_owned")
            #expect(answer["merge_id"] == first["merge_id"])
        }
        #expect(try await tenant.peopleRows() == rows)
    }

    @Test("an operator settles an orphan without an owner, until a transfer moves it")
    func settled() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1", originalTransactionID: "lost"))
        try await tenant.add(TestSnapshot(of: "u_1", at: start.advanced(byDays: 3)))
        let id = try await id(in: tenant)
        await expectFailure(.notIdentified) {
            try await tenant.claim(orphan: id, for: anonymous("b"))
        }
        try await tenant.create("u_2", "identified")
        let day = start.advanced(byDays: 4)
        #expect(try await tenant.claim(orphan: id, for: "u_2", at: day)["outcome"] == "claimed")
        #expect(try await tenant.owners() == ["lost": "u_2"])
        #expect(try await tenant.orphans().isEmpty)
        // RevenueCat does not know the claim, and still names other ids.
        try await tenant.add(TestSnapshot(of: "u_2", at: start.advanced(byDays: 5)))
        try await tenant.receive(
            .cancellation(
                appUserID: "u_1", at: start.advanced(byDays: 6), originalTransactionID: "lost"))
        #expect(try await tenant.owners() == ["lost": "u_2"])
        try await tenant.receive(
            .transfer(from: ["u_2"], to: ["u_3"], at: start.advanced(byDays: 7)))
        #expect(try await tenant.owners() == ["lost": "u_3"])
    }

    @Test("an event that renews a claimed purchase for its former owner undoes the claim, audited")
    func undoneByEvent() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1", originalTransactionID: "lost"))
        try await tenant.add(TestSnapshot(of: "u_1", at: start.advanced(byDays: 3)))
        try await tenant.create("u_2", "identified")
        let day = start.advanced(byDays: 4)
        try await tenant.claim(orphan: try await id(in: tenant), for: "u_2", at: day)
        // The claim stands against all others.
        try await tenant.receive(
            .renewal(appUserID: "u_3", originalTransactionID: "lost").id("of u_3"))
        #expect(try await tenant.owners() == ["lost": "u_2"])
        let later = start.advanced(byDays: 61)
        try await tenant.receive(
            .renewal(
                appUserID: "u_1", purchasedAt: start.advanced(byDays: 60),
                originalTransactionID: "lost"
            ).id("of u_1"), receivedAt: later)
        #expect(try await tenant.owners() == ["lost": "u_1"])
        #expect(try await tenant.standing(of: "u_1", at: later) == .active("active"))
        #expect(!(try await tenant.standing(of: "u_2", at: later).isActive))
        #expect(try await tenant.orphans().isEmpty)
        let undo = try #require(
            try await tenant.auditEntries().first { $0["action"] == "undo" })
        #expect(undo["actor"] == "revenuecat")
        #expect(undo["reason"] == "of u_1")
        #expect(undo["app_user_ids"]?.array?.compactMap(\.string).sorted() == ["u_1", "u_2"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a dry run answers the same and changes nothing")
    func dryRun() async throws {
        let (tenant, id) = try await orphan()
        let rows = try await tenant.peopleRows()
        let dry = try await tenant.claim(orphan: id, for: "u_1", dryRun: true)
        #expect(try await tenant.peopleRows() == rows)
        let real = try await tenant.claim(orphan: id, for: "u_1")
        #expect(dry["moved"] == real["moved"] && dry["outcome"] == real["outcome"])
    }

    @Test("an operator may claim what is expired or kept")
    func byOperator() async throws {
        let (tenant, id) = try await orphan {
            $0.people.claimExpiryDays = 1
            $0.people.restoreBehavior = .keep
        }
        let late = start.advanced(byDays: 2)
        await expectFailure(.claimExpired) {
            try await tenant.claim(orphan: id, for: "u_1", at: late)
        }
        try await tenant.claim(orphan: id, for: "u_1", by: .operator, at: late)
        #expect(try await tenant.owners() == ["phone": "\(a) u_1"])
    }

    @Test("the previous owner claims a restored purchase back, with any behaviour")
    func claimedBack() async throws {
        for behavior in TenantDefinition.PeopleRules.RestoreBehavior.allCases {
            let tenant = try await TestTenant.create { $0.people.restoreBehavior = behavior }
            try await tenant.receive(
                .initialPurchase(appUserID: "u_1", originalTransactionID: "mine"))
            try await tenant.receive(.transfer(from: ["u_1"], to: [a]))
            try await tenant.claim(a, for: "u_1")
            #expect(try await tenant.owners() == ["mine": "\(a) u_1"])
        }
    }

    @Test("with transfer_if_inactive, an active paid purchase cannot be claimed")
    func inactive() async throws {
        let bought = start
        let (during, after) = (bought.advanced(byDays: 2), bought.advanced(byDays: 31))
        for (isUnpaid, moment, expected) in [
            (false, during, ErrorCode.mergeConflict), (false, after, nil), (true, during, nil),
        ] as [(Bool, Timestamp, ErrorCode?)] {
            let tenant = try await TestTenant.create {
                $0.people.restoreBehavior = .transferIfInactive
            }
            try await tenant.receive(
                .initialPurchase(appUserID: "u_1", originalTransactionID: "hers"))
            if isUnpaid {
                try await tenant.receive(
                    .billingIssue(
                        appUserID: "u_1", at: bought.advanced(bySeconds: 60),
                        originalTransactionID: "hers"))
            }
            try await tenant.receive(
                .transfer(from: ["u_1"], to: [a], at: bought.advanced(byDays: 1)))
            let phone = a
            let refusal = try await TestTenant.refusal {
                try await tenant.claim(phone, for: "u_2", at: moment)
            }
            #expect(refusal == expected, "at \(moment), unpaid: \(isUnpaid)")
        }
    }

    @Test("of simultaneous claims of one orphan, one succeeds")
    func raced() async throws {
        let (tenant, id) = try await orphan()
        let outcomes = try await tenant.race(
            (1...4).map { number in { try await tenant.claim(orphan: id, for: "u_\(number)") } })
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == .orphanNotFound }.count == 3)
        #expect(try await tenant.invariantViolations() == [])
    }
}
