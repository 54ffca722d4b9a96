import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Migrations
import Postgres
import TestSupport
import Testing

/// Tests that queries and row security each separate the tenants.
@Suite("Separation of tenants")
struct TenancyTests {
    private static let bought = RevenueCatEvent.defaultPurchase
    private static let moment = bought.advanced(byDays: 3)

    @Test("no row leaks when all functions lack the tenant's condition")
    func withoutPredicates() async throws {
        let schema = Self.forgetful
        let forgetting = zip(schema.functions, Schema.embedded.functions).filter { $0 != $1 }
        #expect(forgetting.count > 25)
        try await ScratchDatabase.with(schema) { scratch in
            let paying = try await TestTenant.create(like: "yapmate", in: scratch.database)
            let refunded = try await TestTenant.create(like: "yapmate", in: scratch.database) {
                $0.freePlan = "none"
            }
            try await Self.fill(paying, with: .cancellation(product: Self.product))
            try await Self.fill(refunded, with: .refund(product: Self.product))
            for _ in 0..<2 {
                #expect(
                    try await paying.standing(of: "u_42", "pro", at: Self.moment)
                        == .active("cancelled"))
                #expect(
                    try await refunded.standing(of: "u_42", "pro", at: Self.moment)
                        == .inactive("refunded"))
                for tenant in [paying, refunded] { try await Self.expectOwn(tenant) }
                try await Self.changeAll(of: paying)
            }
            #expect(try await refunded.secrets().map(\.sealed) == [sealed(1)])
            #expect(
                try await refunded.events().map(\.eventID).sorted() == ["0", "1", "2", "3", "6"])
            let other = try await refunded.database.callOne(
                GetAppUser(appUserID: "h_3"), in: refunded.id)
            #expect(try JSONParser.parse(other.json)["subscriptions"]?.array?.count == 1)
            await expectFailure(.webhookEventNotFound) {
                try await refunded.database.callOne(
                    RetryWebhookEvent(eventID: "4"), in: refunded.id)
            }
            #expect(
                try await refunded.entitlements(of: "nobody", at: Self.moment)["plan"] == "none")

            for household in try await paying.households() { try await paying.dissolve(household) }
            #expect(try await paying.household(of: "h_1") == nil)
            try await Self.expectOwn(refunded)

            // Without row security this test sees a leak.
            try await scratch.administer(
                """
                alter table entitlements.app_user_ids disable row level security;
                alter table entitlements.purchases disable row level security;
                alter table entitlements.evidence disable row level security;
                """)
            let standing = try? await refunded.standing(of: "u_42", "pro", at: Self.moment)
            #expect(standing != .inactive("refunded"))
        }
    }

    @Test("ten thousand interleaved calls of fifty tenants see only their own rows")
    func interleaved() async throws {
        try await ScratchDatabase.with { configuration in
            configuration.readConnections = 2
            configuration.writeConnections = 4
        } _: { scratch in
            var tenants: [TestTenant] = []
            for number in 0..<50 {
                tenants.append(
                    try await TestTenant.create(in: scratch.database) {
                        $0.freePlan = "free-\(number)"
                    })
            }
            let all = tenants
            let foreign = try await withThrowingTaskGroup(of: Int.self) { group in
                for worker in 0..<100 {
                    group.addTask {
                        var foreign = 0
                        for call in 0..<100 {
                            // Consecutive calls use different tenants.
                            let number = (worker + call * 7) % all.count
                            let isOwn = try await Self.isOwn(
                                all[number], "free-\(number)", call: worker * 100 + call)
                            foreign += isOwn ? 0 : 1
                        }
                        return foreign
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(foreign == 0)
        }
    }

    @Test("without a tenant no row of any table is readable")
    func unscoped() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        try await Self.fill(tenant, with: .cancellation(product: Self.product))
        try await tenant.receive(.transfer(from: ["u_42"], to: ["u_43"]))
        try await tenant.add(TestSnapshot(of: "u_43", at: Self.moment))
        try await tenant.apply(like: "yapmate") {  // This makes a review due.
            $0.households.maxMembers = 1
            $0.tokenIssuers = [TestTokens.policy]
            $0.sandboxTesters = [.init(appUserID: "u_45", until: Self.moment)]
        }
        try await Self.fillSecrets(of: tenant)
        try await Self.fillQueues(of: tenant)
        try await Self.fillPeople(of: tenant)
        try await Self.fillLimits()
        try await Self.fillCodes()
        try await Self.fillEndpoints()
        try await tenant.join("u_one", "u_other")
        try await tenant.startRun("user", of: "u_43")
        try await tenant.add(
            TestSnapshot(at: Self.moment).listing(.like(.nonRenewingPurchase(product: "other"))))
        try await tenant.computeFigures(at: "2999-01-01T00:00:00Z")
        _ = try await tenant.database.callOne(RefreshFigures())
        let tables = try await TestDatabase.shared.administer(
            """
            select oid::regclass from pg_class
             where relnamespace = 'entitlements'::regnamespace and relkind = 'r'
               and has_table_privilege('hearth_server', oid, 'select')
            """
        ).compactMap { $0.first ?? nil }
        #expect(tables.count == 95)
        // An empty table would prove nothing.
        let counts = tables.map { "(select count(*) from \($0))" }.joined(separator: ", ")
        try await tenant.database.numberChanges()
        // In one transaction: another test may number the change.
        let seen = try await TestDatabase.shared.administer(
            "\(tenant.pendingChanges(["u_42"])) select least(\(counts)) > 0")
        #expect(seen == [["t"]])
        for scope in ["", "set local hearth.tenant_id = '';"] {
            let unscoped = try await TestDatabase.shared.administer(
                "begin; set local role hearth_server; \(scope) select greatest(\(counts))")
            #expect(unscoped == [["0"]])
        }
    }

    @Test(
        "a tenant can neither write nor reference another tenant's rows",
        arguments: [
            ("insert into app_users (tenant_id) values (:other)", "row-level security"),
            ("update app_users set tenant_id = :other", "row-level security"),
            (
                "insert into app_user_ids (tenant_id, app_user_id, app_user_uuid) "
                    + "values (:own, 'u_1', :person)", "foreign key"
            ),
            (
                "insert into products (tenant_id, product_id, kind) "
                    + "values (:other, 'p', 'consumable')", "row-level security"
            ),
            (
                "insert into product_entitlements (tenant_id, product_id, entitlement_id) "
                    + "values (:own, 'p', 'pro')", "foreign key"
            ),
        ])
    func crossing(statement: String, refusal: String) async throws {
        let own = try await TestTenant.create()
        let other = try await TestTenant.create(like: "yapmate")
        for tenant in [own, other] { try await tenant.receive(.initialPurchase()) }
        let people = try await TestDatabase.shared.administer(
            "select app_user_uuid from entitlements.app_users where tenant_id = '\(other.id)'")
        let person = try #require(people.first?.first ?? nil)
        let text = statement.replacing(":own", with: "'\(own.id)'")
            .replacing(":other", with: "'\(other.id)'").replacing(":person", with: "'\(person)'")
        let error = await #expect(throws: PostgresError.self) {
            try await TestDatabase.shared.administer(
                """
                begin; set local role hearth_server; set local search_path = entitlements;
                set local hearth.tenant_id = '\(own.id)'; \(text)
                """)
        }
        #expect(error.map { "\($0)".contains(refusal) } == true, "\(error.map { "\($0)" } ?? "")")
    }
}

extension TenancyTests {
    private static let product = "com.yapmate.pro.monthly"

    /// The schema without any comparison of tenant ids in functions.
    static var forgetful: Schema {
        let own = #/(?:\w+\.)?tenant_id = (?:_tenant_id|entitlements\.current_tenant_id\(\))/#
        let schema = Schema.embedded
        let functions = schema.functions.map { file in
            Schema.File(path: file.path, text: file.text.replacing(own, with: "true"))
        }
        return Schema(files: schema.roles + schema.migrations.map(\.file) + functions)
    }

    private static func fillSecrets(of tenant: TestTenant) async throws {
        try await tenant.setTokenSecret(TestTokens.secret)
        try await tenant.setUpstreamKey()
        try await tenant.rotateSigningKey()
        try await tenant.recogniseProject()
        try await tenant.noteRefusedWebhook(at: moment)
    }

    private static func fillPeople(of tenant: TestTenant) async throws {
        let before = anonymous("before")
        try await tenant.create(before)
        try await tenant.receive(.initialPurchase(appUserID: before))
        try await tenant.receive(.initialPurchase(appUserID: anonymous("never")))
        try await tenant.note("A note.", on: before)
        try await tenant.receive(
            RevenueCatEvent.initialPurchase(appUserID: "u_45", product: product).inSandbox)
        _ = try await tenant.ticket(from: anonymous("never"), to: "u_44")
        try await tenant.identify(before, as: "u_44")
        _ = try? await tenant.claim(
            orphan: UUID(), for: "u_44", by: .none, issuer: TestTokens.issuer)
    }

    /// Fills each tenant with the same ids of people, events, purchases and secrets.
    private static func fill(_ tenant: TestTenant, with event: RevenueCatEvent) async throws {
        try await tenant.receive(.initialPurchase(id: "1", product: product))
        try await tenant.receive(event.id("2"))
        try await tenant.receive(.incomplete(id: "3"))
        try await tenant.set("signature", 1, sealed(1))
        try await tenant.create(TestKey(.read), "read")
        try await tenant.receive(
            .subscriberAlias(id: "0", appUserID: "u_42", aliases: ["$RCAnonymousID:1"]))
        let founded = try await tenant.database.callOne(
            CreateHousehold(
                ownerAppUserID: "h_1", name: "The same", ignoreCooldown: false,
                idempotencyKey: "1", requestDigest: Array(repeating: 1, count: 32), asOf: nil),
            in: tenant.id)
        #expect(!founded.isReplayed)
        let household = try #require(try await tenant.households().first)
        try await tenant.join("h_2", by: try await tenant.invite(to: household, code: tenant.slug))
        let renewal = RevenueCatEvent.renewal(appUserID: "h_3", originalTransactionID: "h_3")
        try await tenant.add(TestSnapshot(of: "h_3", at: moment).listing(.like(renewal)))
        try await tenant.receive(renewal.id("6"))
    }

    private static func expectOwn(_ tenant: TestTenant) async throws {
        try await expectOwnExplanations(tenant)
        let household = try await tenant.household(of: "h_2")
        #expect(household?["members"]?.array?.map { $0["app_user_id"] } == ["h_1", "h_2"])
        #expect(household?["invites"] == [])
        #expect(try await tenant.invariantViolations() == [])
        let person = try #require(try await tenant.person("u_42", at: moment))
        #expect(person["app_user_ids"] == ["u_42", "$RCAnonymousID:1"])
        #expect(person["subscriptions"]?.array?.count == 1)
        let checked = try await tenant.database.callOne(
            CheckEntitlements(
                appUserIDs: ["u_42"], entitlementIDs: ["pro"], environment: "production",
                asOf: moment), in: tenant.id)
        #expect(try JSONParser.parse(checked.json).array?.count == 1)
        let feature = try await tenant.database.callOne(
            GetFeature(
                appUserID: "u_42", featureID: "unlimited_invoices", environment: "production",
                asOf: moment), in: tenant.id)
        #expect(
            try JSONParser.parse(feature.json)["is_allowed"]
                == .bool(try await tenant.standing(of: "u_42", "pro", at: moment).isActive))
    }

    /// Makes every kind of change to a tenant, to check that another tenant is unchanged.
    private static func changeAll(of tenant: TestTenant) async throws {
        try await tenant.set("signature", 1, sealed(2))
        try await tenant.delete("signature", 1)
        try await tenant.receive(.incomplete(id: "4"))
        try await tenant.receive(.initialPurchase(id: "3", appUserID: "u_7", product: product))
        try await tenant.receive(
            .transfer(id: "5", from: ["u_9"], to: ["u_42"], at: bought.advanced(byDays: 1)))
        try await tenant.add(TestSnapshot(of: "h_3", at: bought.advanced(byDays: 32)))
        var definition = try TestTenant.definition(of: "yapmate")
        definition.slug = TenantSlug(unchecked: tenant.slug)
        definition.name = "Changed"
        definition.features.removeLast()
        _ = try await tenant.database.callOne(
            ApplyTenant(test: definition))
    }

    /// True if the answer concerns this tenant only.
    ///
    /// Every tenth call writes.
    private static func isOwn(
        _ tenant: TestTenant, _ freePlan: String, call: Int
    ) async throws -> Bool {
        if call % 10 == 0 {
            let eventID = "\(freePlan) \(call)"
            try await tenant.receive(.test(id: eventID))
            return try await tenant.events(limit: 5).allSatisfy {
                $0.eventID.hasPrefix("\(freePlan) ")
            }
        }
        return try await tenant.entitlements(of: "u_42")["plan"] == .string(freePlan)
    }
}
