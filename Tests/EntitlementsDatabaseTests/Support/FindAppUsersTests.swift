import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("find_app_users")
struct FindAppUsersTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private let phone = "$RCAnonymousID:0a1b2c3d4e5f"

    @Test("an app user is found by any id, its beginning, and words of it, in either case")
    func ids() async throws {
        let tenant = try await TestTenant.create()
        for id in [phone, "auth0|64AB-77", "Ana.Muster@Example.com", "u_12345"] {
            try await tenant.receive(
                .initialPurchase(appUserID: id).removing("subscriber_attributes"))
        }
        for (text, found) in [
            (phone, phone), ("$RCAnonymousID:0a1b", phone), ("0a1b2c", phone), ("0A1B2C", phone),
            ("auth0|64", "auth0|64AB-77"), ("64ab", "auth0|64AB-77"),
            ("ana.mus", "Ana.Muster@Example.com"), ("muster@ex", "Ana.Muster@Example.com"),
            ("12345", "u_12345"), (" u_12345 ", "u_12345"),
        ] {
            let results = try await tenant.find(text)
            #expect(results == ["\(found) by app_user_id"], "\(text): \(results)")
        }
        for text in ["1b2c3d4e", "u_123456", "zzz"] {
            #expect(try await tenant.find(text) == [], "\(text)")
        }
    }

    @Test("an app user is found by words of attributes, under all ids after a merge")
    func attributes() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: phone)
                .attributes(["$email": "Ana.Muster@Example.com", "$displayName": "Ana Muster"]))
        for text in ["ana.muster@example.com", "MUSTER@EXAMPLE", "example.com"] {
            let results = try await tenant.find(text)
            #expect(results == ["\(phone) by attribute $email"], "\(text): \(results)")
        }
        #expect(
            Set(try await tenant.find("muster")) == [
                "\(phone) by attribute $email", "\(phone) by attribute $displayName",
            ])
        #expect(try await tenant.find("ana@") == [])
        try await tenant.identify(phone, as: "u_1")
        let match = try #require(try await tenant.matches("ana muster").first)
        #expect(match["app_user_id"] == "u_1" && match["kind"] == "identified")
        #expect(match["matched"] == "Ana Muster" && match["attribute"] == "$displayName")
    }

    @Test("an app user is found by transaction, original transaction, purchase and event")
    func purchases() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(id: "ev-1", appUserID: "u_1")
                .transaction("GPA.33-44", original: "GPA.33-44"))
        try await tenant.receive(
            .renewal(id: "ev-2", appUserID: "u_1")
                .transaction("GPA.33-44..1", original: "GPA.33-44"))
        try await tenant.receive(
            .transfer(id: "tr-1", from: ["u_2"], to: ["u_3"], at: bought))
        try await tenant.receive(
            .incomplete(id: "bad-1").setting("app_user_id", "u_4")
                .removing("aliases", "original_app_user_id"))
        #expect(try await tenant.find("GPA.33-44..1") == ["u_1 by transaction_id"])
        #expect(
            Set(try await tenant.find("gpa.33")) == [
                "u_1 by transaction_id", "u_1 by original_transaction_id",
            ])
        #expect(try await tenant.find("ev-2") == ["u_1 by event_id"])
        #expect(Set(try await tenant.find("tr-")) == ["u_2 by event_id", "u_3 by event_id"])
        #expect(try await tenant.find("bad-1") == ["u_4 by event_id"])
        let purchases = try await TestDatabase.shared.administer(
            "select purchase_id from entitlements.purchases where tenant_id = '\(tenant.id)'")
        let purchase = try #require(purchases.first?.first ?? nil)
        #expect(try await tenant.find(purchase) == ["u_1 by purchase_id"])
        #expect(try await tenant.find(String(purchase.prefix(8))) == ["u_1 by purchase_id"])
    }

    @Test("an event of an ignored sandbox leads to an id that no app user has")
    func unknownID() async throws {
        let tenant = try await TestTenant.create { $0.sandbox = .ignore }
        try await tenant.receive(.initialPurchase(id: "sand-1", appUserID: "u_9").inSandbox)
        let match = try #require(try await tenant.matches("sand-1").first)
        #expect(match["app_user_id"] == "u_9" && match["kind"] == .null)
    }

    @Test("a household leads to its members, an invite to its redeemer, a merge to the app user")
    func households() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: bought)
        let open = try await tenant.invite(to: household, code: "inv_secret", at: bought)
        let id = household.uuidString.lowercased()
        for text in [id, String(id.prefix(9)), household.uuidString] {
            #expect(
                try await tenant.find(text) == ["u_1 by household_id", "u_2 by household_id"])
        }
        #expect(
            try await tenant.find("inv_secret") == ["u_1 by invite_code", "u_2 by invite_code"])
        try await tenant.join("u_3", by: open, at: bought)
        #expect(try await tenant.find("inv_secret") == ["u_3 by invite_code"])
        #expect(try await tenant.find("inv_secre") == [])
        let invite = try #require(try await tenant.matches("inv_secret").first?["matched"]?.string)
        #expect(try await tenant.find(invite) == ["u_3 by invite_id"])
        let merge = try await tenant.identify(phone, as: "u_5", at: bought)["merge_id"]?.string
        #expect(try await tenant.find(try #require(merge)) == ["u_5 by merge_id"])
    }

    @Test("an app user is found by code, redemption, referral code, grant and reservation")
    func wings() async throws {
        let tenant = try await TestTenant.create(like: "metered") {
            $0.referrals = .giving("premium")
        }
        try await tenant.put(.giving("premium"))
        let redeemed = try await tenant.redeem("launch 26", by: "u_1")
        #expect(try await tenant.find("LAUNCH-26") == ["u_1 by code"])
        let redemption = try #require(redeemed["redemption_id"]?.string)
        #expect(try await tenant.find(redemption) == ["u_1 by redemption_id"])
        let grant = try #require(
            try await tenant.grant("premium", to: "u_2")["grant_id"]?.string)
        #expect(try await tenant.find(grant) == ["u_2 by grant_id"])
        let code = try #require(try await tenant.referral(of: "u_3")["referral_code"]?.string)
        #expect(try await tenant.find(code.lowercased()) == ["u_3 by referral_code"])
        let reserved = try await tenant.reserve("scans", by: "u_4")
        let reservation = try #require(reserved["reservation_id"]?.string)
        #expect(try await tenant.find(reservation) == ["u_4 by reservation_id"])
    }

    @Test("whole matches stand first, and more matches than the limit are told")
    func limit() async throws {
        let tenant = try await TestTenant.create()
        for number in [1, 10, 11, 12] {
            try await tenant.receive(
                .initialPurchase(appUserID: "u_\(number)").removing("subscriber_attributes"))
        }
        #expect(try await tenant.find("u_1").first == "u_1 by app_user_id")
        #expect(try await tenant.find("U_1", limit: 1) == ["u_1 by app_user_id"])
        #expect(try await tenant.find("u", limit: 2).count == 2)
        #expect(try await tenant.answer("u", limit: 3)["has_more"] == true)
        #expect(try await tenant.answer("u", limit: 4)["has_more"] == false)
    }

    @Test("texts that a pattern would take for more find only themselves")
    func patterns() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "a%b_c\\d"))
        for text in ["%", "_", "\\", "a_b", "*", "'", "a%b%"] {
            #expect(try await tenant.find(text) == [], "\(text)")
        }
        #expect(try await tenant.find("a%b_") == ["a%b_c\\d by app_user_id"])
        #expect(FindAppUsers(" \n", pageLimit: 1) == nil)
        #expect(FindAppUsers("a\0", pageLimit: 1) == nil)
    }

    @Test("other tenants' app users are never found, nor are erased ones")
    func othersAndErased() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "ev-1", appUserID: "u_ana")
            .attributes(["$email": "ana@example.com"]).transaction("t-1", original: "t-1")
        try await other.receive(event)
        let texts = ["u_ana", "ana", "ana@example.com", "ev-1", "t-1", "erased"]
        for text in texts { #expect(try await tenant.find(text) == []) }
        #expect(try await other.find("ana@example.com") == ["u_ana by attribute $email"])
        try await other.erase("u_ana")
        for text in texts { #expect(try await other.find(text) == [], "\(text)") }
    }
}

extension TestTenant {
    /// What a text leads to: `u_1 by attribute $email`.
    fileprivate func find(_ text: String, limit: Int32 = 20) async throws -> [String] {
        try await matches(text, limit: limit).map { match in
            let by = [match["matched_by"]?.string, match["attribute"]?.string]
            return "\(match["app_user_id"]?.string ?? "–") by "
                + by.compactMap { $0 }.joined(separator: " ")
        }
    }

    fileprivate func matches(_ text: String, limit: Int32 = 20) async throws -> [JSONValue] {
        try await answer(text, limit: limit)["data"]?.array ?? []
    }

    fileprivate func answer(_ text: String, limit: Int32) async throws -> JSONValue {
        guard let call = FindAppUsers(text, pageLimit: limit) else { return [:] }
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }
}
