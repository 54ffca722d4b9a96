import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("recall_access", .soak)
struct RecallAccessTests {
    @Test("of random lives, asked at every step, what was answered then is what is recalled")
    func lives() async throws {
        var generator = TestEffort.generator(salt: 34)
        var compared = 0
        var active = 0
        var corrected = 0
        for number in 0..<TestEffort.share(of: 500, atLeast: 10) {
            let seed = generator.next()
            var life = try await HeardLife(seed: seed)
            let (tenant, answered) = try await life.happen(asking: 2)
            for one in answered {
                let recalled = try await tenant.recall(
                    one.question, of: one.appUserID, environment: one.environment,
                    knownAt: one.answer.asOf)
                let told = try JSONParser.parse(one.answer.json)
                #expect(
                    recalled == told,
                    "\(number), seed \(seed): \(one.appUserID) at \(one.answer.asOf.rfc3339)")
                compared += 1
                if told["plan"] == "premium" { active += 1 }
                let today = try await tenant.entitlements(
                    of: one.appUserID, environment: one.environment, at: one.answer.asOf)
                if one.question == "entitlements", today != told { corrected += 1 }
            }
        }
        // Most of what was answered was overtaken, and some of it was a yes.
        #expect(active > compared / 20, "\(active) of \(compared)")
        #expect(corrected > compared / 20, "\(corrected) of \(compared)")
        print("recall_access: \(compared) answers, \(active) premium, \(corrected) overtaken")
    }

    @Test("what arrived later counts from its arrival on, also about the time before")
    func late() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create("u_42", "identified")
        let before = try await tenant.moment()
        try await tenant.receive(.nowRunning())
        let after = try await tenant.moment()
        #expect(try await tenant.isActive(asOf: nil, knownAt: before) == false)
        #expect(try await tenant.isActive(asOf: after, knownAt: before) == false)
        #expect(try await tenant.isActive(asOf: before, knownAt: after) == true)
        #expect(try await tenant.isActive(asOf: nil, knownAt: after) == true)
        let first = RevenueCatEvent.defaultPurchase
        #expect(
            try await tenant.isActive(asOf: first.advanced(byDays: -1), knownAt: after) == false)
        #expect(
            try await tenant.isActive(asOf: "2990-01-01T00:00:00Z", knownAt: after) == true)
    }

    @Test("an event that failed first is known from its retry on")
    func retried() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            RevenueCatEvent.nowRunning(id: "e")
                .removing("transaction_id", "original_transaction_id", "product_id"))
        let failed = try await tenant.moment()
        try await tenant.receive(.nowRunning(id: "e"))
        let applied = try await tenant.moment()
        #expect(try await tenant.isActive(asOf: nil, knownAt: failed) == false)
        #expect(try await tenant.isActive(asOf: nil, knownAt: applied) == true)
    }

    @Test("a household is recalled as it was: before the join, shared, and after the departure")
    func household() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning(appUserID: "u_1"))
        try await tenant.grant("plus", to: "u_2", for: "P1D", at: "2026-01-01T00:00:00Z")
        let alone = try await tenant.moment()
        let household = try await tenant.found("u_1", with: ["u_2"])
        let shared = try await tenant.moment()
        try await tenant.leave("u_2", household)
        let left = try await tenant.moment()
        for (moment, isActive) in [(alone, false), (shared, true), (left, false)] {
            #expect(try await tenant.isActive("u_2", asOf: nil, knownAt: moment) == isActive)
        }
        #expect(try await tenant.isActive("u_2", asOf: left, knownAt: shared) == true)
    }

    @Test("an imported membership is known from its import on, though it began before")
    func imported() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning(appUserID: "u_1"))
        try await tenant.create("u_2", "identified")
        let before = try await tenant.moment()
        let joined = before.advanced(byDays: -20)
        let rows = [
            ImportedRow.member("u_1", of: "nest", role: "owner", from: joined),
            ImportedRow.member("u_2", of: "nest", from: joined),
        ]
        #expect(try await tenant.importRows(rows) == ["imported", "imported"])
        let after = try await tenant.moment()
        #expect(try await tenant.isActive("u_2", asOf: before, knownAt: before) == false)
        #expect(try await tenant.isActive("u_2", asOf: before, knownAt: after) == true)
    }

    @Test("days of grace that another join ended are recalled whole until that join")
    func promised() async throws {
        let tenant = try await TestTenant.create {
            $0.households.departureGraceDays = 5
            $0.households.switchCooldownDays = 0
        }
        try await tenant.receive(.nowRunning(appUserID: "u_1"))
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.leave("u_2", household)
        let left = try await tenant.moment()
        try await tenant.found("u_3", with: ["u_2"])
        let joined = try await tenant.moment()
        for (days, isActive) in [(4, true), (6, false)] as [(Int64, Bool)] {
            let day = left.advanced(byDays: days)
            #expect(try await tenant.isActive("u_2", asOf: day, knownAt: left) == isActive)
            #expect(try await tenant.isActive("u_2", asOf: day, knownAt: joined) == false)
        }
    }

    @Test("a catalog of then decides, with names that the file lacks now")
    func catalog() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning())
        let before = try await tenant.moment()
        try await tenant.apply {
            $0.entitlements[0].id = EntitlementID(unchecked: "gold")
            for index in $0.products.indices {
                $0.products[index].entitlements = [EntitlementID(unchecked: "gold")]
            }
            $0.features = []
            $0.limits = []
        }
        let after = try await tenant.moment()
        #expect(try await tenant.isActive(asOf: nil, knownAt: before) == true)
        await expectFailure(.entitlementNotInCatalog) {
            _ = try await tenant.isActive(asOf: nil, knownAt: after)
        }
    }

    @Test("another tenant's facts are not recalled")
    func tenants() async throws {
        let own = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.receive(.nowRunning())
        let moment = try await own.moment()
        #expect(try await own.isActive(asOf: nil, knownAt: moment) == false)
        #expect(try await other.isActive(asOf: nil, knownAt: moment) == true)
    }

    @Test("recalling leaves nothing behind, and waits for no lock of a writer")
    func traceless() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(.nowRunning())
            try await tenant.found("u_42", with: ["u_2"])
            let moment = try await tenant.moment()
            let before = try await own.rows()
            let locks = ["app_users", "app_user_ids", "purchases", "stored_answers", "tenants"]
                .map { "select from entitlements.\($0) for update;" }
            try await own.whileHolding(locks.joined()) {
                #expect(try await tenant.isActive("u_2", asOf: nil, knownAt: moment) == true)
                _ = try await tenant.recallExplanation("u_2", knownAt: moment)
            }
            #expect(try await own.rows() == before)
        }
    }

    @Test("moments before each fact had the time of its recording are refused")
    func unknown() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(.nowRunning())
            let before = try await tenant.moment()
            #expect(try await tenant.isActive(asOf: nil, knownAt: before) == true)
            try await own.administer("update entitlements.tenants set known_since = now()")
            await expectFailure(.knowledgeNotKept) {
                _ = try await tenant.isActive(asOf: nil, knownAt: before)
            }
            let after = try await tenant.moment()
            #expect(try await tenant.isActive(asOf: nil, knownAt: after) == true)
        }
    }

    @Test("moments before what is kept and in the future are refused, and so may be erased ids")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.nowRunning())
        try await tenant.found("u_42", with: ["u_2"])
        let moment = try await tenant.moment()
        await expectFailure(.knowledgeNotKept) {
            _ = try await tenant.isActive(asOf: nil, knownAt: "2026-01-01T00:00:00Z")
        }
        await expectFailure(.knownAtInFuture) {
            _ = try await tenant.isActive(asOf: nil, knownAt: "2999-01-01T00:00:00Z")
        }
        #expect(try await tenant.isActive("u_7", asOf: nil, knownAt: moment) == false)
        try await tenant.erase("u_42")
        for name in ["u_42", "u_7"] {
            await expectFailure(.knowledgeNotKept) {
                _ = try await tenant.isActive(name, asOf: nil, knownAt: moment)
            }
        }
        let erased = try await tenant.moment()
        #expect(try await tenant.isActive(asOf: nil, knownAt: erased) == false)
        // What an erased member shared is recalled under the random name.
        let shared = try await tenant.recall("entitlement", "plus", of: "u_2", knownAt: moment)
        #expect(shared["is_active"] == true)
        let name = try #require(shared["source"]?["app_user_id"]?.string)
        #expect(AppUserID.isErased(name))
    }
}

extension TestTenant {
    fileprivate func recall(
        _ question: String, _ name: String? = nil, of appUserID: String,
        environment: String = "production", asOf: Timestamp? = nil, knownAt: Timestamp
    ) async throws -> JSONValue {
        let call = RecallAccess(
            question: question, appUserID: AppUserID(appUserID), subjectID: name,
            environment: environment, asOf: asOf, knownAt: knownAt)
        return try JSONParser.parse(try await database.callOne(call, in: id).json)
    }

    fileprivate func isActive(
        _ appUserID: String = "u_42", asOf: Timestamp?, knownAt: Timestamp
    ) async throws -> Bool {
        try await recall("entitlement", "plus", of: appUserID, asOf: asOf, knownAt: knownAt)[
            "is_active"] == true
    }
}
