import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests that the change log has each new notice once.
@Suite("New notices in the change log")
struct NoticeLogTests {
    private let now =
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000)
        ?? RevenueCatEvent.defaultPurchase
    private var bought: Timestamp { now.advanced(byDays: -27) }
    private var end: Timestamp { now.advanced(byDays: 3) }

    private func tenant(
        in database: Database? = nil, _ change: (inout TenantDefinition) -> Void = { _ in }
    ) async throws -> TestTenant {
        try await TestTenant.create(in: database) {
            $0.notices.isLogged = true
            change(&$0)
        }
    }

    private func purchase(of appUserID: String = "u_42", until end: Timestamp? = nil)
        -> RevenueCatEvent
    {
        .initialPurchase(
            appUserID: appUserID, purchasedAt: bought, expiresAt: end ?? self.end,
            originalTransactionID: appUserID)
    }

    private func cancellation(of appUserID: String = "u_42", until end: Timestamp? = nil)
        -> RevenueCatEvent
    {
        .cancellation(
            id: "cancel \(appUserID)", appUserID: appUserID, purchasedAt: bought,
            expiresAt: end ?? self.end, originalTransactionID: appUserID)
    }

    @Test("an event that brings a notice is its cause; repeated or undone and done again it is not")
    func events() async throws {
        let tenant = try await tenant()
        try await tenant.receive(bodies: [purchase().body, purchase(of: "u_other").body])
        #expect(try await tenant.toldNotices() == [])
        for _ in 0..<2 { try await tenant.receive(cancellation()) }
        let uncancelled = RevenueCatEvent.uncancellation(
            purchasedAt: bought, expiresAt: end, at: bought.advanced(byDays: 2),
            originalTransactionID: "u_42")
        try await tenant.receive(uncancelled)
        try await tenant.receive(
            cancellation().id("again").occurring(at: bought.advanced(byDays: 3)))
        #expect(try await tenant.toldNotices() == ["expiring u_42 event"])
        let change = try await tenant.changes().first { $0["kind"] == "notice" }
        #expect(change?["cause"]?["id"] == "cancel u_42")
        #expect(change?["before"] == .null)
        #expect(change?["happened_at"] == .string(end.advanced(byDays: -7).rfc3339))
        let shown = try await tenant.notices(of: "u_42").first
        for name in ["notice_id", "kind", "severity", "since", "until", "data"] {
            #expect(change?["after"]?[name] == shown?[name], "\(name)")
        }
    }

    @Test("in a set of events each has its own app user's notice")
    func sets() async throws {
        let tenant = try await tenant()
        let people = ["u_1", "u_2", "u_3"]
        try await tenant.receive(bodies: people.map { purchase(of: $0).body })
        try await tenant.receive(bodies: people.map { cancellation(of: $0).body })
        let told = try await tenant.changes().filter { $0["kind"] == "notice" }
        let causes = told.reduce(into: [:]) {
            $0[$1["app_user_id"]?.string ?? ""] = $1["cause"]?["id"]?.string
        }
        #expect(causes == ["u_1": "cancel u_1", "u_2": "cancel u_2", "u_3": "cancel u_3"])
    }

    @Test("a failed payment and a refund")
    func trouble() async throws {
        let tenant = try await tenant()
        try await tenant.receive(purchase())
        try await tenant.receive(
            .billingIssue(
                purchasedAt: bought, expiresAt: end, at: now.advanced(byDays: -1),
                originalTransactionID: "u_42"))
        try await tenant.receive(
            .refund(
                purchasedAt: bought, at: now.advanced(bySeconds: -60),
                originalTransactionID: "u_42"))
        #expect(
            try await tenant.toldNotices() == ["billing_issue u_42 event", "refunded u_42 event"])
    }

    @Test("the clock begins notices: a trial that ends, access that expires; two workers log one")
    func clock() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await tenant(in: scratch.database)
            let later = now.advanced(byDays: 30)
            for person in ["u_1", "u_2"] {
                try await tenant.receive(purchase(of: person, until: later))
            }
            try await tenant.receive(
                purchase(of: "u_1", until: later).id("trial").setting("period_type", "TRIAL"))
            try await tenant.receive(cancellation(of: "u_2", until: later))
            try await scratch.refreshAnswers()
            #expect(try await tenant.toldNotices() == [])
            // Moves the purchases into the past instead of the clock.
            let moved = try await scratch.administer(
                """
                update entitlements.purchases
                   set expires_at = expires_at - interval '28 days',
                       access_ends_at = access_ends_at - interval '28 days',
                       trial_ends_at = trial_ends_at - interval '28 days';
                update entitlements.stored_answers
                   set notice_at = notice_at - interval '28 days'
                 where notice_at is not null returning app_user_uuid
                """)
            #expect(moved.count == 2)
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await scratch.refreshAnswers() } }
                try await group.waitForAll()
            }
            try await scratch.refreshAnswers()
            #expect(
                try await tenant.toldNotices().sorted() == [
                    "expiring u_2 clock", "trial_ending u_1 clock",
                ])
            #expect(
                try await scratch.ask(
                    "select count(*) from entitlements.stored_answers where notice_at <= now()")
                    == "0")
        }
    }

    @Test("a merge and its undoing tell nothing twice, whichever id was told")
    func people() async throws {
        let tenant = try await tenant()
        let phone = anonymous("phone")
        try await tenant.create("u_ana", "identified")
        try await tenant.receive(purchase(of: phone))
        try await tenant.receive(cancellation(of: phone))
        let merge = try #require(try await tenant.identify(phone, as: "u_ana").mergeID)
        try await tenant.undo(merge)
        #expect(try await tenant.toldNotices() == ["expiring \(phone) event"])
        #expect(try await tenant.notices(of: phone).count == 1)
    }

    @Test("what was told while two ids were merged is not told again when they are separated")
    func undone() async throws {
        let tenant = try await tenant()
        let phone = anonymous("phone")
        try await tenant.create("u_ana", "identified")
        try await tenant.receive(purchase(of: phone))
        let merge = try #require(try await tenant.identify(phone, as: "u_ana").mergeID)
        try await tenant.receive(cancellation(of: phone))
        #expect(try await tenant.toldNotices() == ["expiring u_ana event"])
        try await tenant.undo(merge)
        #expect(try await tenant.toldNotices() == ["expiring u_ana event"])
        #expect(try await tenant.notices(of: phone).count == 1)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a joiner, a member who must leave, and two members who both pay; without names")
    func household() async throws {
        let tenant = try await tenant()
        for person in ["u_1", "u_2"] {
            try await tenant.receive(purchase(of: person))
        }
        let household = try await tenant.found("u_1", with: ["u_2"])
        #expect(
            try await tenant.toldNotices().sorted() == [
                "joined_household u_2 join", "paid_twice u_1 join", "paid_twice u_2 join",
            ])
        for change in try await tenant.changes() where change["kind"] == "notice" {
            #expect(change["after"]?["data"]?["purchases"] == nil)
            #expect(change["after"]?["data"]?["name"] == nil)
        }
        try await tenant.apply {
            $0.notices.isLogged = true
            $0.households.maxMembers = 1
        }
        for _ in 0..<2 { try await tenant.review(household) }
        #expect(try await tenant.toldNotices().last == "household_seat_ending u_2 clock")
        #expect(try await tenant.toldNotices().count == 4)
    }

    @Test("the use that leaves little of a limit, once for each window, and none in the sandbox")
    func limit() async throws {
        let tenant = try await TestTenant.create(like: "metered") { $0.notices.isLogged = true }
        let noon: Timestamp = "2026-11-21T12:00:00Z"
        try await tenant.consume("scans", by: "u_2", 3, environment: "sandbox", at: noon)
        try await tenant.consume("scans", by: "u_1", 2, at: noon)
        #expect(try await tenant.toldNotices() == [])
        for _ in 0..<2 {
            try await tenant.consume("scans", by: "u_1", reference: "page 3", at: noon)
            try await tenant.releaseUse(of: "scans", by: "u_1", reference: "page 3", at: noon)
        }
        #expect(try await tenant.toldNotices() == ["limit_near u_1 use"])
        try await tenant.consume("scans", by: "u_1", 3, at: noon.advanced(byDays: 11))
        #expect(try await tenant.toldNotices().count == 2)
    }

    @Test("a pool that is nearly used is told to each member")
    func pool() async throws {
        let tenant = try await TestTenant.create {
            PoolTenant.rules(&$0)
            $0.notices.isLogged = true
        }
        try await tenant.found("u_1", with: ["u_2"], at: PoolTenant.noon)
        try await tenant.consume("recipes", by: "u_1", 7, at: PoolTenant.noon)
        try await tenant.consume("recipes", by: "u_2", 1, at: PoolTenant.noon)
        let near = try await tenant.toldNotices().filter { $0.hasPrefix("limit_near") }
        #expect(near.sorted() == ["limit_near u_1 use", "limit_near u_2 use"])
    }

    @Test("of simultaneous uses one tells it")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered") {
            $0.notices.isLogged = true
        }
        let noon: Timestamp = "2026-11-21T12:00:00Z"
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await tenant.consume("recipes", by: "u_1", at: noon) } })
        #expect(outcomes == Array(repeating: nil, count: 8))
        #expect(try await tenant.toldNotices() == ["limit_near u_1 use"])
    }

    @Test("a notice that meets a locked answer is told once it is derived, with its cause")
    func marked() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await tenant(in: scratch.database)
            try await tenant.receive(purchase())
            try await scratch.whileHolding("select from entitlements.stored_answers for update") {
                try await tenant.receive(cancellation())
                #expect(try await tenant.toldNotices() == [])
            }
            try await scratch.refreshAnswers()
            #expect(try await tenant.toldNotices() == ["expiring u_42 event"])
            #expect(try await tenant.changes().last?["cause"]?["id"] == "cancel u_42")
        }
    }

    @Test("none without `notices` in the tenant file, of a sound renewal, or that was dismissed")
    func none() async throws {
        let silent = try await TestTenant.create()
        let tenant = try await tenant()
        for one in [silent, tenant] {
            try await one.receive(purchase())
            try await one.receive(
                .renewal(
                    purchasedAt: end, expiresAt: end.advanced(byDays: 30),
                    originalTransactionID: "u_42"))
        }
        try await silent.receive(cancellation(until: now.advanced(byDays: 2)))
        for one in [silent, tenant] { #expect(try await one.toldNotices() == []) }
        try await silent.found("u_1", with: ["u_2"])
        let seen = try #require(try await silent.notices(of: "u_2").first?["notice_id"]?.string)
        try await silent.dismiss(seen, by: "u_2")
        try await silent.apply { $0.notices.isLogged = true }
        try await silent.found("u_3", with: ["u_4"])
        try await silent.receive(purchase(of: "u_2"))
        #expect(try await silent.toldNotices() == ["joined_household u_4 join"])
        #expect(try await tenant.changes(of: "u_4") == [])
    }
}

extension ScratchDatabase {
    fileprivate func refreshAnswers() async throws {
        _ = try await database.callOne(RefreshDueAnswers(maximum: 100))
    }
}
