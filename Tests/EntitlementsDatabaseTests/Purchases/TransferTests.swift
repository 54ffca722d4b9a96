import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("Transfers")
struct TransferTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// Receives events after the times at which they occurred.
    private func receive(_ tenant: TestTenant, _ events: RevenueCatEvent...) async throws {
        for event in events {
            let row = try await tenant.receive(event, receivedAt: TestTenant.receipt)
            #expect(row.status == "applied", "\(event)")
        }
    }

    @Test("a transfer moves the source's purchase and changes both sides' access")
    func moved() async throws {
        let tenant = try await TestTenant.create()
        try await receive(
            tenant, .initialPurchase(appUserID: "a"), .transfer(from: ["a"], to: ["b"]))
        #expect(try await tenant.standing(of: "a", at: day(9)) == .active("active"))
        #expect(try await tenant.standing(of: "b", at: day(9)) == .none)
        #expect(try await tenant.standing(of: "a", at: day(10)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "b", at: day(10)) == .active("active"))
        let plus = try await tenant.entitlement("plus", of: "b", at: day(10))
        #expect(plus?["source"]?["app_user_id"] == "b")
    }

    @Test("a transfer between hundreds of ids moves each source's purchase")
    func hundreds() async throws {
        let tenant = try await TestTenant.create()
        let buyers = (0..<40).map { "from-\($0)" }
        try await tenant.receive(
            bodies: buyers.map {
                RevenueCatEvent.initialPurchase(appUserID: $0, originalTransactionID: "t-\($0)")
                    .body
            }, receivedAt: TestTenant.receipt)
        let sources = buyers + (40..<300).map { "from-\($0)" }
        let targets = (0..<300).map { "to-\($0)" }
        try await receive(tenant, .transfer(from: sources, to: targets))
        let owned = try await TestDatabase.shared.administer(
            "select owner_app_user_id, count(*) from entitlements.purchases "
                + "where tenant_id = '\(tenant.id)' group by 1")
        #expect(owned == [["to-0", "40"]])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a transfer moves purchases of its environment, or of both if unnamed")
    func environments() async throws {
        for (environment, inSandbox) in [
            ("PRODUCTION", TestTenant.Standing.none), ("SANDBOX", .active("active")),
            (nil, .active("active")),
        ] as [(String?, TestTenant.Standing)] {
            let tenant = try await TestTenant.create()
            let transfer = RevenueCatEvent.transfer(from: ["a"], to: ["b"])
            try await receive(
                tenant, .initialPurchase(appUserID: "a", originalTransactionID: "1"),
                .initialPurchase(appUserID: "a", originalTransactionID: "2").inSandbox,
                environment.map { transfer.setting("environment", .string($0)) }
                    ?? transfer.removing("environment"))
            #expect(
                try await tenant.standing(of: "b", environment: "sandbox", at: day(11))
                    == inSandbox)
            #expect(
                try await tenant.standing(of: "b", at: day(11))
                    == (environment == "SANDBOX" ? .none : .active("active")))
        }
    }

    @Test(
        "a transfer moves what its store's receipt holds, before or after it is known",
        arguments: [
            ("APP_STORE", ["APP_STORE", "MAC_APP_STORE"]),
            ("MAC_APP_STORE", ["APP_STORE", "MAC_APP_STORE"]),
            ("PLAY_STORE", ["PLAY_STORE"]), ("STRIPE", ["STRIPE"]),
            ("PROMOTIONAL", ["PROMOTIONAL"]),
            (nil, ["APP_STORE", "MAC_APP_STORE", "PLAY_STORE", "STRIPE", "RC_BILLING"]),
        ] as [(String?, [String])])
    func stores(named: String?, moved: [String]) async throws {
        let stores = [
            "APP_STORE", "MAC_APP_STORE", "PLAY_STORE", "STRIPE", "RC_BILLING", "PROMOTIONAL",
        ]
        var transfer = RevenueCatEvent.transfer(from: ["a"], to: ["b"])
        transfer = named.map { transfer.store($0) } ?? transfer.removing("store")
        let bought = stores.map {
            RevenueCatEvent.initialPurchase(appUserID: "a", originalTransactionID: $0).store($0)
        }
        for isLate in [false, true] {
            let tenant = try await TestTenant.create()
            for event in isLate ? [transfer] + bought : bought + [transfer] {
                try await receive(tenant, event)
            }
            let owned = try await TestDatabase.shared.administer(
                "select upper(store) from entitlements.purchases where tenant_id = '\(tenant.id)' "
                    + "and owner_app_user_id = 'b' order by store")
            #expect(owned.map { $0.first ?? "" } == moved.sorted(), "\(isLate)")
        }
    }

    @Test("a restore leaves the web subscription and grants where they are, and a finding says so")
    func restored() async throws {
        let tenant = try await TestTenant.create()
        let end: Timestamp = "2999-01-01T00:00:00Z"
        try await tenant.grant(to: "a", at: bought) { $0.expiresAt = day(5) }
        try await receive(
            tenant,
            .initialPurchase(appUserID: "a", expiresAt: end, originalTransactionID: "1"),
            .initialPurchase(appUserID: "a", expiresAt: end, originalTransactionID: "2")
                .store("STRIPE"),
            .promotionalGrant(appUserID: "a", expiresAt: end),
            .transfer(from: ["a"], to: ["b"], at: try await tenant.moment()))
        let plus = try await tenant.entitlement("plus", of: "a", at: "2998-01-01T00:00:00Z")
        #expect(plus?["is_active"] == true)
        #expect(plus?["source"]?["store"] == "stripe")
        let moved = try await tenant.entitlement("plus", of: "b", at: "2998-01-01T00:00:00Z")
        #expect(moved?["source"]?["store"] == "app_store")
        let found = try await tenant.database.call(
            ListFindings(pageLimit: 100, afterKind: nil, afterSubject: nil), in: tenant.id)
        #expect(
            found.map { "\($0.kind) \($0.subject) \($0.count)" }
                == [
                    "purchases_not_transferred promotional 1", "purchases_not_transferred stripe 1",
                ])
        try await tenant.setUpstreamKey("sk_test")
        let read = try await tenant.database.call(
            ListFindings(pageLimit: 100, afterKind: nil, afterSubject: nil), in: tenant.id)
        #expect(read.isEmpty)
    }

    @Test("a purchase follows a chain of transfers in any order of arrival")
    func chain() async throws {
        let events: [RevenueCatEvent] = [
            .initialPurchase(appUserID: "a"),
            .transfer(id: "1", from: ["a"], to: ["b"], at: day(1)),
            .transfer(id: "2", from: ["b"], to: ["c"], at: day(2)),
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let tenant = try await TestTenant.create()
            for index in order { try await receive(tenant, events[index]) }
            let owners = try await ["a", "b", "c"].inTurn { appUserID in
                try await tenant.standing(of: appUserID, at: day(3)).isActive
            }
            #expect(owners == [false, false, true], "\(order)")
        }
    }

    @Test("a transfer from several ids moves the purchases of all their people")
    func severalIDs() async throws {
        let tenant = try await TestTenant.create()
        let also = anonymous("also")
        try await tenant.join("b", also)
        try await receive(
            tenant, .initialPurchase(appUserID: "a", originalTransactionID: "1"),
            .initialPurchase(appUserID: also, expiresAt: day(60), originalTransactionID: "2"),
            .transfer(from: ["a", "b"], to: [anonymous("c"), "d", "e"]))
        #expect(try await tenant.standing(of: "d", at: day(59)) == .active("active"))
        for appUserID in ["a", "b", also] {
            #expect(try await tenant.standing(of: appUserID, at: day(11)) == .inactive("expired"))
        }
        // The ids of one side are aliases.
        for appUserID in [anonymous("c"), "e"] {
            #expect(try await tenant.standing(of: appUserID, at: day(11)) == .active("active"))
        }
    }

    @Test("the new owner is the first identified id, or else the first id")
    func destination() async throws {
        for (to, owner) in [
            ([anonymous("z"), "y", "x"], "y"), ([anonymous("z"), anonymous("y")], anonymous("z")),
        ] {
            let tenant = try await TestTenant.create()
            try await receive(
                tenant, .initialPurchase(appUserID: "a"), .transfer(from: ["a"], to: to))
            let plus = try await tenant.entitlement("plus", of: owner, at: day(11))
            #expect(plus?["source"]?["app_user_id"] == .string(owner))
        }
    }

    @Test("a later event by the old id takes the purchase back; an earlier does not")
    func newestEvidence() async throws {
        let tenant = try await TestTenant.create()
        let transaction = "1"
        try await receive(
            tenant, .initialPurchase(appUserID: "a", originalTransactionID: transaction),
            .transfer(from: ["a"], to: ["b"]),
            .cancellation(appUserID: "a", at: day(9), originalTransactionID: transaction))
        #expect(try await tenant.standing(of: "b", at: day(11)) == .active("cancelled"))
        try await receive(
            tenant, .renewal(appUserID: "a", originalTransactionID: transaction))
        #expect(try await tenant.standing(of: "b", at: day(31)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "a", at: day(31)) == .active("active"))
    }

    @Test("an older event by a third id took the purchase before the transfer")
    func takenBefore() async throws {
        for isLate in [false, true] {
            let tenant = try await TestTenant.create()
            let taken = RevenueCatEvent.renewal(
                appUserID: "c", purchasedAt: day(5), originalTransactionID: "1")
            let events: [RevenueCatEvent] = [
                .initialPurchase(appUserID: "a", originalTransactionID: "1"),
                .transfer(from: ["a"], to: ["b"]),
            ]
            for event in isLate ? events + [taken] : [taken] + events {
                try await receive(tenant, event)
            }
            #expect(try await tenant.standing(of: "c", at: day(11)) == .active("active"))
            let previous = try await TestDatabase.shared.administer(
                """
                select previous_owner_app_user_id from entitlements.purchases
                 where tenant_id = '\(tenant.id)'
                """)
            #expect(previous == [["a"]])
        }
    }

    @Test("a transfer to the same id, or without purchases, changes nothing")
    func nothingToMove() async throws {
        let tenant = try await TestTenant.create()
        try await receive(
            tenant, .initialPurchase(appUserID: "a"),
            .transfer(id: "1", from: ["a"], to: ["a"]),
            .transfer(id: "2", from: ["x"], to: ["y"]))
        #expect(try await tenant.standing(of: "a", at: day(11)) == .active("active"))
        #expect(try await tenant.standing(of: "y", at: day(11)) == .none)
    }

    @Test("a purchase made after a transfer stays with its buyer")
    func boughtLater() async throws {
        let tenant = try await TestTenant.create()
        try await receive(
            tenant, .transfer(from: ["a"], to: ["b"]),
            .initialPurchase(appUserID: "a", purchasedAt: day(11)))
        #expect(try await tenant.standing(of: "a", at: day(12)) == .active("active"))
        #expect(try await tenant.standing(of: "b", at: day(12)) == .none)
    }

    @Test("a redeemed purchase moves, or joins its two ids", arguments: [true, false])
    func redeemed(isTransfer: Bool) async throws {
        let tenant = try await TestTenant.create()
        let web = anonymous("web")
        try await receive(
            tenant, .initialPurchase(appUserID: web).store("RC_BILLING"),
            .purchaseRedeemed(outcome: isTransfer ? "transfer" : "alias", from: [web], by: ["u"]))
        #expect(try await tenant.standing(of: "u", at: day(11)) == .active("active"))
        #expect(
            try await tenant.standing(of: web, at: day(11))
                == (isTransfer ? .inactive("expired") : .active("active")))
        #expect(try await tenant.people() == (isTransfer ? [[web], ["u"]] : [[web, "u"]]))
    }

    @Test("simultaneous transfers and purchases end as in order")
    func raced() async throws {
        let people = (0...5).map { "p_\($0)" }
        let moves = (0..<5).map { step in
            RevenueCatEvent.transfer(
                id: "move-\(step)", from: [people[step]], to: [people[step + 1]],
                at: day(Int64(step) + 1))
        }
        let purchases = (0..<11).map { number in
            RevenueCatEvent.initialPurchase(
                appUserID: people[number % 5], originalTransactionID: "\(number)")
        }
        var generator = TestEffort.generator()
        for _ in 0..<3 {
            let tenant = try await TestTenant.create()
            let arriving = (moves + purchases).shuffled(using: &generator)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for event in arriving {
                    group.addTask { try await receive(tenant, event) }
                }
                try await group.waitForAll()
            }
            let owners = try await TestDatabase.shared.administer(
                "select owner_app_user_id, count(*) from entitlements.purchases "
                    + "where tenant_id = '\(tenant.id)' group by 1")
            #expect(owners == [["p_5", "11"]])
        }
    }
}

extension Sequence {
    fileprivate func inTurn<Result>(
        _ transform: (Element) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
