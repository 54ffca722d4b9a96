import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_findings")
struct ListFindingsTests {
    private let start = RevenueCatEvent.defaultPurchase

    private func purchase(
        _ product: String, _ id: String, naming entitlements: [String]? = nil
    ) -> RevenueCatEvent {
        .initialPurchase(product: product)
            .transaction(id, original: id)
            .setting(
                "entitlement_ids",
                entitlements.map { .array($0.map(JSONValue.string)) } ?? .null
            )
            .setting("entitlement_id", .null)
    }

    @Test("a product without entitlements is found until the catalog has it")
    func product() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(purchase("plus_weekly", "1"))
        try await tenant.receive(purchase("plus_weekly", "2"))
        try await tenant.receive(purchase("a_yearly", "3", naming: []))
        let found = try await tenant.listedFindings()
        #expect(found.map(\.kind) == ["product_not_in_catalog", "product_not_in_catalog"])
        #expect(found.map(\.subject) == ["a_yearly", "plus_weekly"])
        #expect(found.map(\.count) == [1, 2])
        #expect(found.map(\.firstSeenAt) == [start, start])
        #expect(found.map(\.lastSeenAt) == [start, start])

        try await tenant.apply { definition in
            for (index, id) in ["plus_weekly", "a_yearly"].enumerated() {
                var product = definition.products[index]
                product.id = ProductID(unchecked: id)
                definition.products.append(product)
            }
        }
        #expect(try await tenant.listedFindings().isEmpty)
    }

    @Test("refused webhooks are a finding for a day, with the latest reason")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.noteRefusedWebhook(
            "signature_wrong", 3, at: start.advanced(byDays: -400))
        #expect(try await tenant.listedFindings().isEmpty)
        _ = try await tenant.database.callOne(
            NoteRefusedWebhook(reason: "authorization_wrong", refusals: 2), in: tenant.id)
        let found = try await tenant.listedFindings()
        #expect(found.map(\.kind) == ["webhooks_refused"])
        #expect(found.map(\.subject) == ["authorization_wrong"])
        #expect(found.map(\.count) == [2])
    }

    @Test("catalog products, known entitlements, grants and sandbox are no findings")
    func noFinding() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(purchase("stockpot_plus_monthly", "1"))
        try await tenant.receive(purchase("stockpot_plus_monthly:base", "2"))
        try await tenant.receive(purchase("plus_weekly", "3", naming: ["plus"]))
        try await tenant.receive(.promotionalGrant(appUserID: "u_7"))
        try await tenant.receive(
            purchase("sandboxed", "4").setting("environment", "SANDBOX"))
        let other = try await TestTenant.create()
        try await other.receive(purchase("plus_weekly", "1"))
        #expect(try await tenant.listedFindings().isEmpty)
    }

    @Test("an entitlement that only events name is found")
    func entitlement() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(purchase("plus_weekly", "1", naming: ["plus", "gold"]))
        try await tenant.receive(purchase("gold_weekly", "2", naming: ["gold"]))
        // The catalog decides for this product, not the event.
        try await tenant.receive(purchase("stockpot_plus_monthly", "3", naming: ["silver"]))
        let found = try await tenant.listedFindings()
        #expect(found.map(\.kind) == ["entitlement_not_in_catalog"])
        #expect(found.map(\.subject) == ["gold"])
        #expect(found.map(\.count) == [2])
    }

    @Test("app users of an unrecognised project are found until it is recognised")
    func project() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.setUpstreamKey()
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(
                try await tenant.database.call(ClaimSnapshot(leaseSeconds: 60)).first)
            _ = try await tenant.database.call(
                PostponeSnapshot(
                    appUserUUID: claimed.appUserUUID, claimID: claimed.claimID,
                    reason: "project_not_recognised", isSetback: true, retryAfterMilliseconds: 0),
                in: tenant.id)
            let found = try await tenant.listedFindings()
            #expect(found.map(\.kind) == ["project_not_recognised"])
            #expect(found.map(\.subject) == [""])
            #expect(found.map(\.count) == [1])

            let day = start.advanced(byDays: 1)
            try await tenant.add(TestSnapshot(at: day).listing(.like(.initialPurchase())))
            #expect(try await tenant.listedFindings().isEmpty)
        }
    }

    @Test("each finding is on one page")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        for number in 0..<5 {
            try await tenant.receive(purchase("p_\(number)", "\(number)"))
            try await tenant.receive(purchase("q_\(number)", "q\(number)", naming: ["e_\(number)"]))
        }
        #expect(try await tenant.listedFindings(by: 3).count == 10)
        #expect(try await tenant.listedFindings(by: 3).map(\.subject).first == "e_0")
    }
}

extension TestTenant {
    fileprivate func listedFindings(by pageLimit: Int32 = 100) async throws -> [ListFindings.Row] {
        var found: [ListFindings.Row] = []
        while true {
            let page = try await database.call(
                ListFindings(
                    pageLimit: pageLimit, afterKind: found.last?.kind,
                    afterSubject: found.last?.subject),
                in: id)
            found += page
            if page.count < pageLimit { return found }
        }
    }
}
