import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("adjust_credit")
struct AdjustCreditTests {
    private let noon: Timestamp = "2026-06-21T12:00:00Z"
    private let phone = anonymous("phone")

    private func adjust(
        _ tenant: TestTenant, _ amount: Int32, _ reference: String, of person: String = "u_42",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        try await tenant.adjust(
            "hd_export", of: person, by: amount, reference: reference, at: moment)
    }

    @Test("credits are given to an unknown app user, spent, and taken again")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        #expect(
            try await adjust(tenant, 5, "ticket", at: noon) == [
                "credit_id": "hd_export", "reference": "ticket", "amount": 5,
                "reason": "A test.", "adjusted_at": .string(noon.rfc3339), "balance": 5,
                "owed": 0,
            ])
        try await tenant.spend("hd_export", of: "u_42", on: "eye", 2)
        #expect(try await adjust(tenant, -3, "mistake")["balance"] == 0)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
        let before = noon.advanced(bySeconds: -1)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42", at: before) == 0)
        #expect(try await tenant.balance(of: "sd_export", of: "u_42") == nil)
        let person = try #require(try await tenant.person("u_42"))
        #expect(person["grants"] == [])
        #expect(try await tenant.entitlements(of: "u_42")["entitlements"] == [:])
        let entries = try await tenant.auditEntries(of: "u_42")
        #expect(entries.map { $0["action"] } == ["adjust", "adjust"])
        #expect(entries.first?["before"]?.array?.first?["balance"] == 3)
        #expect(entries.first?["after"]?.array?.first?["balance"] == 0)
        try await expectSound(tenant)
    }

    @Test("what is taken comes from the oldest purchases, and shows at them")
    func oldest() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        for number in 1...3 {
            let bought = RevenueCatEvent.defaultPurchase.advanced(byDays: Int64(number))
            try await tenant.receive(.export("e\(number)", at: bought))
        }
        #expect(try await adjust(tenant, -2, "mistake")["balance"] == 1)
        let bought = try await tenant.person("u_42")?["purchases"]?.array
        let left = bought?.compactMap { $0["credits"]?.array?.first?["remaining"] }
        #expect(left == [1, 0, 0])
    }

    @Test("each refusal has its code and writes nothing")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        _ = try await adjust(tenant, 2, "ticket")
        try await expectNobodyChanged(.creditNotInCatalog, in: tenant) {
            try await tenant.adjust("sd_export", of: "u_new", by: 1, reference: "r")
        }
        for person in ["u_42", "u_new"] {
            try await expectNobodyChanged(.notEnoughCredits, in: tenant) {
                try await adjust(tenant, -3, "r", of: person)
            }
        }
        try await expectNobodyChanged(.referenceReused, in: tenant) {
            try await adjust(tenant, 3, "ticket")
        }
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 2)
    }

    @Test("a repeated adjustment counts once, with any id of the app user")
    func repeated() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        let first = try await adjust(tenant, 2, "ticket", of: phone)
        let before = try await tenant.peopleRows()
        #expect(try await adjust(tenant, 2, "ticket", of: phone) == first)
        #expect(try await tenant.peopleRows() == before)
        try await tenant.identify(phone, as: "u_42")
        #expect(try await adjust(tenant, 2, "ticket")["balance"] == 2)
        // The sandbox has a balance of its own.
        try await tenant.adjust(
            "hd_export", of: "u_42", by: 7, reference: "ticket", environment: "sandbox")
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 2)
    }

    @Test("adjustments follow their id in a merge, and go back with it")
    func merged() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        _ = try await adjust(tenant, 5, "phone", of: phone)
        _ = try await adjust(tenant, 1, "account")
        let merge = try await tenant.identify(phone, as: "u_42")
        #expect(merge["moved"]?["credits"] == [["balance": 5, "credit_id": "hd_export"]])
        #expect(try await adjust(tenant, -2, "taken")["balance"] == 4)
        try await tenant.undo(try #require(merge.mergeID))
        #expect(try await tenant.balance(of: "hd_export", of: phone) == 3)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 1)
        try await tenant.erase("u_42")
        try await expectSound(tenant)
    }

    @Test("adjustments and spends at once never exceed the balance")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "iris")
        _ = try await adjust(tenant, 8, "start")
        let refusals = try await tenant.race(
            (0..<24).map { number in
                {
                    if number.isMultiple(of: 2) {
                        try await tenant.spend("hd_export", of: "u_42", on: "eye \(number)")
                    } else {
                        // Each reference comes twice.
                        try await tenant.adjust(
                            "hd_export", of: "u_42", by: -1, reference: "r \(number / 4)")
                    }
                }
            })
        #expect(refusals.allSatisfy { $0 == nil || $0 == .notEnoughCredits })
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
        let taken = try await TestDatabase.shared.administer(
            """
            select sum(amount), count(*) filter (where reference like 'adjustment:%') <= 6
              from entitlements.credit_spends where tenant_id = '\(tenant.id)'
            """)
        #expect(taken == [["8", "t"]])
    }
}
