import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("Lists of get_figures")
struct FigureListTests {
    private let start: Timestamp = "2026-03-01T10:00:00Z"

    @Test("restores that moved purchases count by what moved them")
    func restores() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1", purchasedAt: start))
        try await tenant.receive(
            .transfer(from: ["u_1"], to: ["u_2"], at: start.advanced(byDays: 1)))
        let lost = "$RCAnonymousID:\(String(repeating: "a", count: 32))"
        let found = "$RCAnonymousID:\(String(repeating: "b", count: 32))"
        for person in [lost, found] {
            try await tenant.receive(.initialPurchase(appUserID: person, purchasedAt: start))
        }
        try await tenant.receive(
            .initialPurchase(appUserID: "u_4", product: "other", purchasedAt: start))
        try await tenant.claim(lost, for: "u_4", at: start.advanced(byDays: 2))
        // The account exists: its person finds what they bought before they signed in.
        try await tenant.identify(found, as: "u_4", at: start.advanced(byDays: 3))
        let answer = try await tenant.figures("2026-03-01", "2026-03-05", by: ["day"])
        #expect(
            answer["restores"] == [
                ["day": "2026-03-02", "kind": "transfer", "number": 1],
                ["day": "2026-03-03", "kind": "claim", "number": 1],
                ["day": "2026-03-04", "kind": "merge", "number": 1],
            ])
        let later = try await tenant.figures("2026-03-03", "2026-03-31")
        #expect(
            later["restores"] == [
                ["day": .null, "kind": "claim", "number": 1],
                ["day": .null, "kind": "merge", "number": 1],
            ])
    }

    @Test("limits count when a use leaves nothing, and not when one is refused")
    func limits() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        for person in ["u_1", "u_2"] {
            for _ in 0..<3 { try await tenant.consume("scans", by: person, at: start) }
        }
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: "u_1", at: start)
        }
        try await tenant.consume("scans", by: "u_3", at: start)
        let answer = try await tenant.figures("2026-03-01", "2026-03-01")
        #expect(answer["limits"] == [["day": .null, "limit_id": "scans", "number": 2]])
        #expect(try await tenant.figures("2026-03-02", "2026-03-02")["limits"] == [])
    }

    @Test("an offer counts once for a purchase, and a campaign for each redemption")
    func offers() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1", purchasedAt: start)
                .setting("offer_code", "summer"))
        try await tenant.receive(
            .renewal(appUserID: "u_1", purchasedAt: start.advanced(byDays: 30))
                .setting("offer_code", "summer"))
        try await tenant.redeem("LAUNCH-26", by: "u_2", at: start)
        try await tenant.redeem("LAUNCH-26", by: "u_3", at: start.advanced(byDays: 1))
        let answer = try await tenant.figures("2026-03-01", "2026-04-30", by: ["day"])
        #expect(
            answer["offers"] == [["day": "2026-03-01", "offer_code": "summer", "number": 1]])
        #expect(answer["campaigns"]?.array?.map { $0["day"] } == ["2026-03-01", "2026-03-02"])
        #expect(answer["campaigns"]?.array?.map { $0["number"] } == [1, 1])
    }

    @Test("households count by members and payers at the end of the last day")
    func households() async throws {
        let tenant = try await TestTenant.create()
        for person in ["u_1", "u_2", "u_4"] {
            try await tenant.receive(.initialPurchase(appUserID: person, purchasedAt: start))
        }
        try await tenant.grant(to: "u_3", at: start)
        let joined = start.advanced(byDays: 1)
        try await tenant.found("u_1", with: ["u_2", "u_3"], at: joined)
        try await tenant.found("u_4", at: start.advanced(byDays: 2))
        func households(_ day: String) async throws -> JSONValue? {
            try await tenant.figures(day, day)["households"]
        }
        #expect(try await households("2026-03-01") == [])
        #expect(
            try await households("2026-03-02") == [["members": 3, "payers": 2, "households": 1]])
        #expect(
            try await households("2026-03-03") == [
                ["members": 1, "payers": 1, "households": 1],
                ["members": 3, "payers": 2, "households": 1],
            ])
        // All have paid until the 31st.
        #expect(
            try await households("2026-04-02") == [
                ["members": 1, "payers": 0, "households": 1],
                ["members": 3, "payers": 0, "households": 1],
            ])
    }

    @Test("other tenants count nothing")
    func tenancy() async throws {
        let tenant = try await TestTenant.create(like: "metered") {
            $0.codes.campaigns = [.giving("premium")]
        }
        let other = try await TestTenant.create(like: "metered")
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1", purchasedAt: start)
                .setting("offer_code", "summer"))
        try await tenant.receive(
            .transfer(from: ["u_1"], to: ["u_2"], at: start.advanced(byDays: 1)))
        for _ in 0..<3 { try await tenant.consume("scans", by: "u_1", at: start) }
        try await tenant.redeem("LAUNCH-26", by: "u_3", at: start)
        for each in [tenant, other] { try await each.computeFigures(at: "2026-04-15T00:00:00Z") }
        let lists = ["data", "restores", "limits", "offers", "campaigns"]
        let full = try await tenant.figures("2026-03-01", "2026-03-31")
        let empty = try await other.figures("2026-03-01", "2026-03-31")
        for list in lists {
            #expect(full[list]?.array?.isEmpty == false, "\(list)")
            #expect(empty[list] == [], "\(list)")
        }
    }

    @Test("too many days, days that end before they begin, and too many rows are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        for (first, last) in [("2026-03-02", "2026-03-01"), ("2025-03-01", "2026-03-02")] {
            await expectFailure(.figuresRangeInvalid) { try await tenant.figures(first, last) }
        }
        for number in 0..<14 {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: "u_1", product: "product_\(number)", purchasedAt: start))
        }
        try await tenant.computeFigures(at: "2026-04-15T00:00:00Z")
        let asked = ["day", "product"]
        await expectFailure(.figuresTooManyRows) {
            try await tenant.figures("2026-01-01", "2026-12-31", by: asked)
        }
        let fewer = try await tenant.figures("2026-01-01", "2026-12-23", by: asked)
        #expect(fewer.rows.count == 14 * 357)
    }
}
