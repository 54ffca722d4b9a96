import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("redeem_code")
struct RedeemCodeTests {
    private let start: Timestamp = "2100-01-01T00:00:00Z"
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("a code gives its entitlement for its time, and is in the audit")
    func works() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        let answer = try await tenant.redeem("launch 26", by: "u_1", at: start)
        #expect(answer["outcome"] == "redeemed")
        #expect(answer["campaign_id"] == "launch")
        #expect(answer["expires_at"] == .string(day(30).rfc3339))
        #expect(try await tenant.standing(of: "u_1", at: start) == .active("granted"))
        #expect(try await tenant.standing(of: "u_1", at: day(30)) == .inactive("expired"))
        let entitlement = try await tenant.entitlement("plus", of: "u_1", at: day(1))
        #expect(entitlement?["source"]?["kind"] == "grant")
        let entries = try await tenant.auditEntries(of: "u_1")
        #expect(Set(entries.compactMap { $0["action"]?.string }) == ["redeem", "grant"])
        #expect(Set(entries.compactMap { $0["actor"]?.string }) == ["app_user:u_1"])
        #expect(try await tenant.campaigns().first?["redemptions"] == 1)
    }

    @Test(
        "case, spaces, dashes, width and look-alike letters do not matter",
        arguments: ["LAUNCH-26", "launch26", " l a u n c h – 2 6 ", "1AUNCH—26", "ＬＡＵＮＣＨ２６"])
    func spellings(_ spelling: String) async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        #expect(try await tenant.redeem(spelling, by: "u_1")["outcome"] == "redeemed")
    }

    @Test("a wrong code is counted, and creates no app user")
    func codeNotFound() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        try await expectUnredeemed(.codeNotFound, in: tenant) {
            try await tenant.redeem("LUNCH-26", by: "u_1")
        }
        #expect(try await tenant.wrongCodes() == ["": "1", "u_1": "1"])
    }

    @Test("a code works from the first moment of its time to the last")
    func codeExpired() async throws {
        let (from, until) = (day(1), day(2))
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [.giving { ($0.validFrom, $0.validUntil) = (from, until) }]
        }
        try await expectUnredeemed(.codeNotFound, in: tenant) {
            try await tenant.redeem("LAUNCH-26", by: "u_1", at: day(1).advanced(bySeconds: -1))
        }
        try await tenant.redeem("LAUNCH-26", by: "u_1", at: day(1))
        try await tenant.redeem("LAUNCH-26", by: "u_2", at: day(2).advanced(bySeconds: -1))
        try await expectUnredeemed(.codeExpired, in: tenant) {
            try await tenant.redeem("LAUNCH-26", by: "u_3", at: day(2))
        }
    }

    @Test("a code is redeemed as often as its campaign allows, and then no more")
    func codeUsedUp() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [.giving { $0.maxRedemptions = 2 }]
        }
        for person in ["u_1", "u_2"] { try await tenant.redeem("LAUNCH-26", by: person) }
        try await expectUnredeemed(.codeUsedUp, in: tenant) {
            try await tenant.redeem("LAUNCH-26", by: "u_3")
        }
    }

    @Test("each condition of a campaign refuses with its reason")
    func codeNotForYou() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [
                .giving(as: "new", code: "NEW1") { $0.onlyNew = .appUser },
                .giving(as: "free", code: "FREE1") { $0.withoutSubscription = true },
                .giving(as: "more", code: "MORE1") { $0.gives.extends = true },
                .giving(as: "alone", code: "ALONE1"), .giving(as: "other", code: "OTHER1"),
            ]
        }
        try await tenant.receive(
            .initialPurchase(purchasedAt: start, expiresAt: day(30)), receivedAt: start)
        try await tenant.grant(to: "u_ever", at: start)
        try await tenant.redeem("ALONE1", by: "u_one", at: start)
        for (code, person, reason) in [
            ("NEW1", "u_42", "not_new"), ("FREE1", "u_42", "subscribed"),
            ("MORE1", "u_2", "nothing_to_extend"), ("MORE1", "u_ever", "access_never_ends"),
            ("OTHER1", "u_one", "not_stackable"),
        ] {
            try await expectUnredeemed(.codeNotForYou, because: reason, in: tenant) {
                try await tenant.redeem(code, by: person, at: day(1))
            }
        }
    }

    @Test("a code that extends begins when the present access ends")
    func extends() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [.giving { $0.gives.extends = true }]
        }
        try await tenant.receive(
            .initialPurchase(purchasedAt: start, expiresAt: day(30)), receivedAt: start)
        let answer = try await tenant.redeem("LAUNCH-26", by: "u_42", at: day(1))
        #expect(answer["expires_at"] == .string(day(60).rfc3339))
        #expect(try await tenant.standing(of: "u_42", at: day(59)) == .active("granted"))
    }

    @Test("codes that stack add up their times")
    func stackable() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = ["one", "two"].map { name in
                .giving(as: name, code: "CODE-\(name)") { $0.isStackable = true }
            }
        }
        try await tenant.redeem("CODE-one", by: "u_1", at: start)
        let second = try await tenant.redeem("CODE-two", by: "u_1", at: day(10))
        #expect(second["expires_at"] == .string(day(60).rfc3339))
        #expect(try await tenant.standing(of: "u_1", at: day(59)).isActive)
        #expect(try await tenant.standing(of: "u_1", at: day(60)) == .inactive("expired"))
    }

    @Test("a repeated request gets the first redemption again")
    func repeated() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [
                .giving(),
                .giving(as: "thrice", code: "THRICE") {
                    ($0.perAppUser, $0.isStackable) = (3, true)
                },
            ]
        }
        try await tenant.identify(anonymous("1"), as: "u_1")
        let first = try await tenant.redeem("LAUNCH-26", by: "u_1")
        let rows = try await tenant.codeRows()
        for person in ["u_1", anonymous("1")] {
            let again = try await tenant.redeem("LAUNCH-26", by: person)
            #expect(again["outcome"] == "already_redeemed")
            #expect(again["redemption_id"] == first["redemption_id"])
        }
        #expect(try await tenant.codeRows() == rows)

        for key in ["a", "a", "b"] {
            try await tenant.redeem("THRICE", by: "u_2", key: key)
        }
        #expect(try await tenant.redemptions(of: "thrice").count == 2)
        await expectFailure(.idempotencyKeyReused) {
            try await tenant.redeem("LAUNCH-26", by: "u_2", key: "a")
        }
    }

    @Test("too many wrong codes refuse the right one of the app user, and slow down their issuer")
    func tooManyCodeAttempts() async throws {
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = [.giving()]
            ($0.codes.attemptsPerHour, $0.codes.tenantAttemptsPerHour) = (2, 3)
        }
        let late = start.advanced(bySeconds: 3_540)
        for _ in 0..<2 {
            await expectFailure(.codeNotFound) {
                try await tenant.redeem("WRONG", by: "u_1", at: late)
            }
        }
        let failure = await #expect(throws: Failure.self) {
            try await tenant.redeem("LAUNCH-26", by: "u_1", at: late)
        }
        #expect(failure?.code == .tooManyCodeAttempts)
        #expect(failure?.retryAfterSeconds == 60)
        await expectFailure(.tooManyCodeAttempts) {
            try await tenant.redeem("WRONG", by: "u_1", at: late)
        }
        try await tenant.redeem("LAUNCH-26", by: "u_2", at: late)
        await expectFailure(.codeNotFound) {
            try await tenant.redeem("WRONG", by: "u_2", at: late)
        }
        await expectFailure(.tooManyCodeAttempts) {
            try await tenant.redeem("LAUNCH-26", by: "u_2", at: late)
        }
        try await tenant.redeem("LAUNCH-26", by: "u_2", issuer: nil, at: late)
        try await tenant.redeem("LAUNCH-26", by: "u_3", at: late)
        try await tenant.redeem("LAUNCH-26", by: "u_1", at: start.advanced(bySeconds: 3_600))
    }

    @Test("of 64 simultaneous app users as many redeem as places are left", arguments: [1, 5])
    func raced(left: Int) async throws {
        let tenant = try await TestTenant.createForRaces {
            $0.codes.campaigns = [.giving { $0.maxRedemptions = 3 + left }]
        }
        for number in 0..<3 { try await tenant.redeem("LAUNCH-26", by: "early_\(number)") }
        let refusals = try await tenant.race(
            (0..<64).map { number in
                { try await tenant.redeem("LAUNCH-26", by: "u_\(number)") }
            })
        #expect(refusals.count { $0 == nil } == left)
        #expect(refusals.count { $0 == .codeUsedUp } == 64 - left)
        #expect(try await tenant.redemptions(of: "launch").count == 3 + left)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("of 64 simultaneous app users one redeems a code of a batch")
    func racedSingleUse() async throws {
        let tenant = try await TestTenant.createForRaces {
            $0.codes.campaigns = [.giving(code: nil)]
        }
        let code = try await tenant.createCodes(1, of: "launch")[0]
        let refusals = try await tenant.race(
            (0..<64).map { number in { try await tenant.redeem(code, by: "u_\(number)") } })
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0 == .codeUsedUp } == 63)
    }

    @Test("64 simultaneous requests of one app user redeem once")
    func racedByOne() async throws {
        let tenant = try await TestTenant.createForRaces { $0.codes.campaigns = [.giving()] }
        let refusals = try await tenant.race(
            (0..<64).map { _ in { try await tenant.redeem("LAUNCH-26", by: "u_1") } })
        #expect(refusals == [ErrorCode?](repeating: nil, count: 64))
        #expect(try await tenant.redemptions().count == 1)
    }

    @Test("of 64 simultaneous wrong codes exactly the limit is looked at")
    func racedGuesses() async throws {
        let tenant = try await TestTenant.createForRaces { $0.codes.campaigns = [.giving()] }
        let moment = start
        let refusals = try await tenant.race(
            (0..<64).map { number in
                { try await tenant.redeem("WRONG-\(number)", by: "u_1", at: moment) }
            })
        #expect(refusals.count { $0 == .codeNotFound } == 10)
        #expect(refusals.count { $0 == .tooManyCodeAttempts } == 54)
    }
}
