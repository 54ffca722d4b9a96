import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_timeline")
struct ListTimelineTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private let phone = "$RCAnonymousID:phone"

    @Test("webhooks are shown by what became of them, with RevenueCat's name and ours")
    func webhooks() async throws {
        let tenant = try await TestTenant.create { $0.sandbox = .ignore }
        let day = { (day: Int64) in bought.advanced(byDays: day) }
        try await tenant.receive(
            .initialPurchase(id: "applied", appUserID: "u_1"), receivedAt: day(0))
        try await tenant.receive(
            .initialPurchase(id: "sandbox", appUserID: "u_1").inSandbox, receivedAt: day(1))
        try await tenant.receive(
            .incomplete(id: "failed").setting("app_user_id", "u_1")
                .removing("aliases", "original_app_user_id"), receivedAt: day(2))
        try await tenant.receive(
            .other("NEW_TYPE", id: "stored", appUserID: "u_1"), receivedAt: day(3))
        try await tenant.receive(
            .other("PAYWALL_IMPRESSION", id: "informs", appUserID: "u_1"), receivedAt: day(4))
        let entries = try await tenant.timeline(of: "u_1")
        #expect(entries.allSatisfy { $0["kind"] == "webhook_event" })
        let told = entries.map { entry in
            ["event_id", "type", "evidence_kind", "status", "environment"].map {
                entry["data"]?[$0]?.string ?? "–"
            }.joined(separator: " ")
        }
        #expect(
            told == [
                "informs PAYWALL_IMPRESSION – applied –", "stored NEW_TYPE – stored –",
                "failed INITIAL_PURCHASE – failed production",
                "sandbox INITIAL_PURCHASE – applied sandbox",
                "applied INITIAL_PURCHASE initial_purchase applied production",
            ])
        try #require(entries.count == 5)
        #expect(entries[2]["data"]?["failure"]?.string != nil)
        #expect(entries[4]["recorded_at"] == .string(bought.rfc3339))
    }

    @Test("an event has what it changed, and a household's change its cause")
    func changes() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"], at: bought)
        try await tenant.receive(.nowRunning(id: "payment", appUserID: "u_1"))
        try await tenant.database.numberChanges()
        let own = try await tenant.timeline(of: "u_1", kind: "webhook_event")
        #expect(own.map { $0["data"]?["event_id"] } == ["payment"])
        #expect(own[0]["changes"]?.array?.map { $0["kind"] } == ["entitlements_changed"])
        #expect(own[0]["changes"]?.array?.first?["after"]?["plan"] == "plus")
        #expect(
            try await tenant.timeline(of: "u_1", kind: "change").allSatisfy {
                $0["data"]?["cause"]?["kind"] != "event"
            })
        let shared = try await tenant.timeline(of: "u_2", kind: "change").filter {
            $0["data"]?["kind"] == "entitlements_changed"
        }
        #expect(shared.map { $0["data"]?["cause"]?["id"] } == ["payment"])
    }

    @Test("a transfer is shown on both sides, with the other one")
    func transfer() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        try await tenant.receive(.transfer(id: "moved", from: ["u_1"], to: ["u_2"]))
        for (person, count) in [("u_1", 2), ("u_2", 1)] {
            let entries = try await tenant.timeline(of: person)
            #expect(entries.count == count)
            let moved = try #require(entries.first { $0["kind"] == "transfer" })
            #expect(moved["app_user_id"] == .string(person))
            #expect(moved["data"]?["transferred_from"] == ["u_1"])
            #expect(moved["data"]?["transferred_to"] == ["u_2"])
            #expect(moved["data"]?["type"] == "TRANSFER")
        }
    }

    @Test("snapshots are shown with their drift, and dry runs with theirs")
    func snapshots() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        let listing = TestSnapshot.Purchase.like(
            .initialPurchase(appUserID: "u_1", product: "stockpot_plus_yearly"))
        try await tenant.add(
            TestSnapshot(of: "u_1", at: bought.advanced(byDays: 1)).listing(listing),
            isDryRun: true)
        try await tenant.add(
            TestSnapshot(of: "u_1", at: bought.advanced(byDays: 2)).listing(listing))
        let entries = try await tenant.timeline(of: "u_1", kind: "snapshot")
        #expect(entries.map { $0["data"]?["dry_run"] } == [false, true])
        for entry in entries {
            #expect(entry["data"]?["has_drift"] == true)
            let drift = try #require(entry["data"]?["drift"]?.array)
            #expect(drift.contains { $0["product_id"] == "stockpot_plus_yearly" })
            #expect(drift.allSatisfy { $0["cause"]?.string != nil })
        }
    }

    @Test("every kind is shown, alone by its name, and each entry once")
    func kinds() async throws {
        let tenant = try await TestTenant.createWithTimeline()
        var all: [JSONValue] = []
        for person in ["u_ana", "u_ben"] { all += try await tenant.timeline(of: person) }
        let kinds = Set(all.compactMap { $0["kind"]?.string })
        let missing = Set(ListTimeline.kinds).subtracting(kinds)
        #expect(missing == ["erase"], "\(missing)")
        for kind in ListTimeline.kinds {
            let alone = try await tenant.timeline(of: "u_ana", kind: kind)
            let among = try await tenant.timeline(of: "u_ana").filter {
                $0["kind"] == .string(kind)
            }
            #expect(alone == among, "\(kind)")
        }
        #expect(try await tenant.timeline(of: "u_eve").isEmpty)
    }

    @Test("pages hold each entry once, of each size")
    func pages() async throws {
        let tenant = try await TestTenant.createWithTimeline()
        let all = try await tenant.timeline(of: "u_ana")
        #expect(all.count > 25)
        let moments = all.map { $0["recorded_at"]?.string ?? "" }
        #expect(moments == moments.sorted(by: >))
        for size in [1, 2, 7] as [Int32] {
            var paged: [JSONValue] = []
            var last: ListTimeline.Row?
            repeat {
                let page = try await tenant.page(of: "u_ana", size: size, before: last)
                paged += try page.map { try JSONParser.parse($0.answer) }
                last = page.last
            } while last != nil
            #expect(paged == all, "in pages of \(size)")
        }
    }

    @Test("a merge shows what came under both ids, and an undoing leaves what each had")
    func merge() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "before", appUserID: phone))
        let merge = try await tenant.identify(phone, as: "u_1")["merge_id"]?.string
        #expect(
            try await tenant.timeline(of: "u_1").map { $0["kind"] }.contains("merge"))
        let events = { (person: String) in
            try await tenant.timeline(of: person, kind: "webhook_event").count
        }
        #expect(try await events("u_1") == 1)
        try await tenant.undo(try #require(merge.flatMap(UUID.init(uuidString:))))
        #expect(try await events("u_1") == 0)
        #expect(try await events(phone) == 1)
        for person in ["u_1", phone] {
            let kinds = try await tenant.timeline(of: person).compactMap { $0["kind"]?.string }
            #expect(Set(["merge", "undo"]).isSubset(of: kinds), "\(person)")
        }
    }

    @Test("an erased app user has no timeline, and other tenants' rows are in none")
    func erased() async throws {
        let tenant = try await TestTenant.createWithTimeline()
        #expect(try await TestTenant.create().timeline(of: "u_ana").isEmpty)
        try await tenant.erase("u_ana")
        #expect(try await tenant.timeline(of: "u_ana").isEmpty)
        let names = try await TestDatabase.shared.administer(
            "select app_user_id from entitlements.app_user_ids "
                + "where tenant_id = '\(tenant.id)' and app_user_id ~ '^erased-'")
        let name = try #require(names.first?.first ?? nil)
        #expect(try await tenant.timeline(of: name, kind: "erase").count == 1)
    }
}

extension TestTenant {
    /// Ana and Ben with entries of every kind.
    fileprivate static func createWithTimeline() async throws -> TestTenant {
        let tenant = try await createWithTraces()
        let day = { (day: Int64) in RevenueCatEvent.defaultPurchase.advanced(byDays: day) }
        try await tenant.importRows([
            ImportedRow.purchase(
                of: "u_ben", transaction: "past", from: day(-90), until: day(-60))
        ])
        let merged = try await tenant.identify("$RCAnonymousID:anas-watch", as: "u_ana")
        let merge = merged["merge_id"]?.string.flatMap(UUID.init(uuidString:))
        try await tenant.undo(merge ?? UUID())
        let given = try await tenant.grant(to: "u_ana", for: "P1M", at: day(5))
        try await tenant.revoke(
            grant: given["grant_id"]?.string.flatMap(UUID.init(uuidString:)), of: "u_ana",
            at: day(6))
        let redemption = try await tenant.redemptions(by: "u_ana").first?["redemption_id"]?.string
        try await tenant.revoke(redemption: redemption.flatMap(UUID.init(uuidString:)) ?? UUID())
        let endpoint = try await tenant.createEndpoint()
        _ = try await TestDatabase.shared.administer(
            """
            insert into entitlements.pending_changes
                   (tenant_id, kind, app_user_id, after, cause, happened_at, recorded_at)
            select '\(tenant.id)', kind, 'u_ana', '{"kind": "trial_ending"}', 'clock', now(), now()
              from (values ('notice'), ('period_changed')) as told (kind)
            """)
        try await tenant.database.numberChanges()
        _ = try await TestDatabase.shared.administer(
            """
            insert into entitlements.deliveries
                   (tenant_id, endpoint_id, number, attempts, first_attempt_at, last_attempt_at,
                    duration_milliseconds, http_status)
            select tenant_id, '\(endpoint)', number, 1, recorded_at, recorded_at, 10, 200
              from entitlements.change_entries
             where tenant_id = '\(tenant.id)' and app_user_id = 'u_ana'
            """)
        return tenant
    }

    fileprivate func timeline(
        of appUserID: String, kind: String? = nil
    ) async throws -> [JSONValue] {
        try await page(of: appUserID, kind: kind, size: 1_000, before: nil)
            .map { try JSONParser.parse($0.answer) }
    }

    fileprivate func page(
        of appUserID: String, kind: String? = nil, size: Int32, before last: ListTimeline.Row?
    ) async throws -> [ListTimeline.Row] {
        try await database.call(
            ListTimeline(
                appUserID: AppUserID(appUserID), withKind: kind, pageLimit: size,
                beforeRecordedAt: last?.recordedAt, beforePlace: last?.place),
            in: id)
    }
}
