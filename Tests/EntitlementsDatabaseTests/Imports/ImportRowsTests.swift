import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("import_rows")
struct ImportRowsTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    private func day(_ number: Int) -> Timestamp { noon.advanced(byDays: Int64(number)) }

    private func all(_ outcome: String, _ rows: [JSONValue]) -> [String] {
        Array(repeating: outcome, count: rows.count)
    }

    @Test("a row of each kind is imported, answered, and known when it is repeated")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "digero") { $0.households.maxMembers = 3 }
        let rows = [
            ImportedRow.appUser("anna", anonymous: ["$RCAnonymousID:a", "device-1"]),
            ImportedRow.member("anna", of: "nest", role: "owner", from: day(-90)),
            ImportedRow.member("bert", of: "nest", from: day(-80)),
            ImportedRow.purchase(
                of: "anna", product: "digero_premium_monthly", from: day(-3), until: day(27)),
            ImportedRow.use(of: "scans", by: "cora", 2, reference: "s-1", at: day(-2)),
            ImportedRow.grant(to: "dora", entitlement: "premium", from: day(-400)),
        ]
        #expect(try await tenant.importRows(rows, at: noon) == all("imported", rows))
        #expect(
            try await tenant.standing(of: "device-1", "premium", at: noon) == .active("active"))
        #expect(try await tenant.limit("scans", of: "cora", at: noon)?["used"] == 2)
        #expect(
            try await tenant.standing(of: "dora", "premium", at: day(9_000)) == .active("granted"))
        #expect(try await tenant.importRows(rows, at: day(1)) == all("known", rows))
        #expect(try await tenant.limit("scans", of: "cora", at: noon)?["used"] == 2)
        try await expectSound(tenant)
    }

    @Test("a household serves its members, and its past stays")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let rows = [
            ImportedRow.member("bert", of: "nest", from: day(-80)),
            ImportedRow.member("anna", of: "nest", role: "owner", from: day(-90)),
            ImportedRow.member("carl", of: "nest", from: day(-70), until: day(-2)),
            ImportedRow.member("dora", of: "gone", role: "owner", from: day(-70), until: day(-5)),
            ImportedRow.purchase(of: "bert", from: day(-3), until: day(27)),
        ]
        #expect(try await tenant.importRows(rows, at: noon) == all("imported", rows))
        #expect(try await tenant.standing(of: "anna", at: noon) == .active("active"))
        let before = day(-2).advanced(bySeconds: -60)
        #expect(try await tenant.standing(of: "carl", at: before) == .active("active"))
        #expect(try await tenant.standing(of: "carl", at: noon) != .active("active"))
        let households = try await tenant.households()
        var living: [String] = []
        for household in households {
            living += try await tenant.members(of: household, at: noon)
        }
        #expect(living.sorted() == ["anna", "bert"])
        try await expectSound(tenant)

        // A cool-down counts from the day that the member left.
        let founded = try await tenant.found("emil", at: noon)
        let code = try await tenant.invite(to: founded, at: noon)
        await expectFailure(.cooldown) { try await tenant.join("carl", by: code, at: noon) }
    }

    @Test(
        "a refused row writes nothing, and harms no other",
        arguments: [
            ("import_row_invalid", ["created_at": "2031-01-01T00:00:00Z"]),
            ("import_row_invalid", ["record": "purchase", "expires_at": nil]),
            ("import_row_invalid", ["record": "purchase", "expires_at": "2020-01-01T00:00:00Z"]),
            (
                "import_row_invalid",
                ["record": "household_member", "left_at": "2001-01-01T00:00:00Z"]
            ),
            ("import_row_invalid", ["record": "grant", "starts_at": "2031-01-01T00:00:00Z"]),
            ("product_not_in_catalog", ["record": "purchase", "product_id": "none"]),
            ("product_not_grantable", ["record": "purchase", "product_id": "pack"]),
            ("entitlement_not_in_catalog", ["record": "grant", "entitlement_id": "none"]),
            ("limit_not_in_catalog", ["record": "use", "limit_id": "none"]),
            ("used_at_out_of_range", ["record": "use", "used_at": "2024-01-01T00:00:00Z"]),
            ("household_without_owner", ["record": "household_member", "role": "member"]),
            ("merge_conflict", ["anonymous_app_user_ids": ["$RCAnonymousID:taken"]]),
            ("not_anonymous", ["anonymous_app_user_ids": ["account"]]),
            ("already_in_household", ["record": "household_member", "app_user_id": "settled"]),
        ] as [(String, JSONValue)])
    func refused(code: String, change: JSONValue) async throws {
        let tenant = try await TestTenant.create(like: "digero") {
            $0.products.append(
                .init(id: ProductID(unchecked: "pack"), kind: .consumable, entitlements: []))
        }
        try await tenant.importRows(
            [
                ImportedRow.appUser("account", anonymous: ["$RCAnonymousID:taken"]),
                ImportedRow.member("settled", of: "old", role: "owner", from: day(-500)),
            ], at: noon)
        let right = row(of: change["record"]?.string ?? "app_user")
        var wrong = try #require(right.object)
        for member in try #require(change.object).members { wrong[member.name] = member.value }
        let rows = [ImportedRow.appUser("before"), .object(wrong), ImportedRow.appUser("after")]
        #expect(try await tenant.importRows(rows, isDryRun: true, at: noon)[1] == code)
        #expect(
            try await tenant.importRows(rows, at: noon) == ["imported", code, "imported"])
        #expect(try await tenant.person("new") == nil)
        #expect(try await tenant.person("after") != nil)
        try await expectSound(tenant)
    }

    private func row(of record: String) -> JSONValue {
        switch record {
        case "purchase":
            ImportedRow.purchase(
                of: "new", product: "digero_premium_monthly", from: day(-3), until: day(27))
        case "household_member":
            ImportedRow.member("new", of: "nest", role: "owner", from: day(-90))
        case "use": ImportedRow.use(of: "scans", by: "new", reference: "s-1", at: day(-2))
        case "grant": ImportedRow.grant(to: "new", entitlement: "premium", from: day(-400))
        default: ImportedRow.appUser("new")
        }
    }

    @Test("rows that contradict what was imported are refused")
    func contradicting() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let first = [
            ImportedRow.member("anna", of: "nest", role: "owner", from: day(-90)),
            ImportedRow.use(of: "scans", by: "cora", reference: "s-1", at: day(-2)),
            ImportedRow.grant(to: "dora", entitlement: "premium", from: day(-400)),
        ]
        try await tenant.importRows(first, at: noon)
        let second = [
            ImportedRow.member("anna", of: "nest", role: "owner", from: day(-90), until: day(-1)),
            ImportedRow.use(of: "scans", by: "cora", 3, reference: "s-1", at: day(-2)),
            ImportedRow.grant(to: "dora", entitlement: "premium", from: day(-300)),
        ]
        #expect(
            try await tenant.importRows(second, at: noon)
                == ["import_row_differs", "reference_reused", "import_row_differs"])
        #expect(try await tenant.importRows(first, at: noon) == ["known", "known", "known"])
        try await expectSound(tenant)
    }

    @Test("of two rows of one call that contradict each other, the later is refused")
    func contradictingEachOther() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let rows = [
            ImportedRow.appUser("anna", anonymous: ["$RCAnonymousID:a"]),
            ImportedRow.appUser("bert", anonymous: ["$RCAnonymousID:a"]),
            ImportedRow.use(of: "scans", by: "cora", 1, reference: "s-1", at: day(-2)),
            ImportedRow.use(of: "scans", by: "cora", 2, reference: "s-1", at: day(-2)),
            ImportedRow.member("emil", of: "nest", role: "owner", from: day(-90)),
            ImportedRow.member("emil", of: "loft", role: "owner", from: day(-80)),
            ImportedRow.member("fritz", of: "loft", from: day(-80)),
            ImportedRow.grant(to: "dora", entitlement: "premium", from: day(-400)),
            ImportedRow.grant(to: "gina", entitlement: "premium", from: day(-400)),
        ]
        #expect(
            try await tenant.importRows(rows, at: noon) == [
                "imported", "merge_conflict", "imported", "reference_reused", "imported",
                "already_in_household", "household_without_owner", "imported",
                "import_row_differs",
            ])
        for unknown in ["bert", "fritz", "gina"] {
            #expect(try await tenant.person(unknown) == nil, "\(unknown)")
        }
        try await expectSound(tenant)
    }

    @Test("rows of one call may name the same ids again")
    func repeatedInOneCall() async throws {
        let tenant = try await TestTenant.create()
        let rows = [
            ImportedRow.appUser("anna", anonymous: ["$RCAnonymousID:1", "$RCAnonymousID:1"]),
            ImportedRow.appUser("anna", anonymous: ["$RCAnonymousID:2"]),
            ImportedRow.appUser("bert", anonymous: ["$RCAnonymousID:3", "device-3"]),
            ImportedRow.appUser("anna"),
        ]
        #expect(try await tenant.importRows(rows, at: noon) == all("imported", rows))
        #expect(
            try await tenant.person("anna")?["app_user_ids"]
                == ["anna", "$RCAnonymousID:1", "$RCAnonymousID:2"])
        #expect(
            try await tenant.person("device-3")?["app_user_ids"]
                == ["bert", "$RCAnonymousID:3", "device-3"])
        #expect(try await tenant.importRows(rows, at: noon) == all("known", rows))
        try await expectSound(tenant)
    }

    @Test("a dry run answers the same and writes nothing")
    func dryRun() async throws {
        let tenant = try await TestTenant.create()
        let rows = [
            ImportedRow.member("anna", of: "nest", role: "owner", from: day(-90)),
            ImportedRow.purchase(of: "bert", from: day(-3), until: day(27)),
        ]
        #expect(
            try await tenant.importRows(rows, isDryRun: true, at: noon) == ["imported", "imported"])
        #expect(try await tenant.person("anna") == nil)
        #expect(try await tenant.households() == [])
        #expect(try await tenant.importRows(rows, at: noon) == ["imported", "imported"])
    }

    @Test("uses count in the windows that hold them, before and after uses of today")
    func uses() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        try await tenant.consume("scans", by: "cora", reference: "today", at: noon)
        try await tenant.importRows(
            [
                ImportedRow.use(of: "scans", by: "cora", 1, reference: "a", at: day(-40)),
                ImportedRow.use(of: "scans", by: "cora", 2, reference: "b", at: day(-29)),
                ImportedRow.use(of: "scans", by: "cora", 4, reference: "c", at: day(-29)),
                ImportedRow.use(of: "scans", by: "cora", 8, reference: "d", at: day(-1)),
            ], at: noon)
        #expect(try await tenant.used("scans", by: "cora", at: noon) == 15)
        #expect(try await tenant.used("scans", by: "cora", at: day(2)) == 9)
        #expect(try await tenant.used("scans", by: "cora", at: day(29)) == 1)
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: "cora", at: noon)
        }
    }

    @Test("imports of the same rows at once store each row once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "digero")
        let rows = (0..<12).flatMap { number in
            let id = "u_\(number)"
            return [
                ImportedRow.appUser(id, anonymous: ["$RCAnonymousID:\(number)"]),
                ImportedRow.member(id, of: "h_\(number)", role: "owner", from: day(-90)),
                ImportedRow.purchase(
                    of: id, transaction: "sub_\(number)", product: "digero_premium_monthly",
                    from: day(-3), until: day(27)),
                ImportedRow.use(of: "scans", by: id, 2, reference: "s-1", at: day(-2)),
                ImportedRow.grant(
                    to: id, reference: "g_\(number)", entitlement: "premium", from: day(-400)),
            ]
        }
        let calls: [RacedCall] = (0..<4).map { turn in
            {
                let mine = turn.isMultiple(of: 2) ? rows : rows.reversed()
                let outcomes = try await tenant.importRows(mine, at: day(0))
                #expect(outcomes.allSatisfy { ["imported", "known"].contains($0) }, "\(outcomes)")
            }
        }
        #expect(try await tenant.race(calls).allSatisfy { $0 == nil })
        #expect(try await tenant.households().count == 12)
        for number in 0..<12 {
            #expect(try await tenant.used("scans", by: "u_\(number)", at: noon) == 2)
        }
        try await expectSound(tenant)
    }

    @Test("more members than seats stay, and a review takes up the household")
    func tooManyMembers() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                $0.households.maxMembers = 2
            }
            try await importTooMany(into: tenant, own)
        }
    }

    private func importTooMany(into tenant: TestTenant, _ own: ScratchDatabase) async throws {
        let rows = (0..<4).map {
            ImportedRow.member(
                "u_\($0)", of: "nest", role: $0 == 0 ? "owner" : "member", from: day($0 - 90))
        }
        #expect(try await tenant.importRows(rows, at: noon) == all("imported", rows))
        let household = try #require(try await tenant.households().first)
        #expect(try await tenant.members(of: household, at: noon).count == 4)
        let queued = "select household_id from entitlements.household_reviews"
        #expect(try await own.ask(queued) == household.uuidString.lowercased())
        let review = try await tenant.review(household, at: noon)
        #expect(review.downgraded == 0)
        #expect(review.nextDueAt == day(7))
        #expect(try await tenant.review(household, at: day(7)).downgraded == 2)
        #expect(try await tenant.members(of: household, at: day(8)) == ["u_0", "u_1"])
        try await expectSound(tenant)
    }

    @Test("rows of another tenant with the same keys are rows of their own")
    func tenants() async throws {
        let rows = [
            ImportedRow.member("anna", of: "nest", role: "owner", from: day(-90)),
            ImportedRow.purchase(of: "anna", from: day(-3), until: day(27)),
            ImportedRow.grant(to: "dora", from: day(-400)),
        ]
        let one = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await one.importRows(rows, at: noon)
        #expect(try await other.person("anna") == nil)
        #expect(
            try await other.importRows(rows, at: noon) == ["imported", "imported", "imported"])
    }
}
