import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@Suite("await_transaction", .timeLimit(.minutes(5)))
struct AwaitTransactionTests {
    private let bought = RevenueCatEvent.initialPurchase().transaction("t_1", original: "t_0")

    @Test("the latest and the first transaction of a purchase are known to its tenant")
    func known() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.receive(bought)
        for id in ["t_0", "t_1"] {
            #expect(try await tenant.awaits(id))
            #expect(try await !other.awaits(id))
        }
        #expect(try await !tenant.awaits("t_2"))
    }

    @Test("an app user knows only their own transactions, by any id")
    func owned() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            bought.setting(
                "aliases", [.string(RevenueCatEvent.defaultAppUserID), "$RCAnonymousID:a"]))
        for (appUserID, isKnown) in [
            (RevenueCatEvent.defaultAppUserID, true), ("$RCAnonymousID:a", true),
            ("u_43", false), ("", false),
        ] {
            for id in ["t_0", "t_1"] {
                let row = try await tenant.database.callOne(
                    AwaitTransaction(
                        transactionID: id, seconds: 1, appUserID: AppUserID(appUserID)),
                    in: tenant.id)
                #expect(row.isKnown == isKnown, "\(appUserID)")
            }
        }
    }

    @Test("a snapshot makes a transaction known")
    func snapshot() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await !tenant.awaits("t_1"))
        try await tenant.add(
            TestSnapshot(at: RevenueCatEvent.defaultPurchase.advanced(byDays: 1))
                .listing(.like(bought)))
        #expect(try await tenant.awaits("t_1"))
    }

    @Test("a listener is notified of each awaited purchase, and of no other")
    func told() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.whileListening { payloads in
            #expect(try await !tenant.awaits("t_1"))
            #expect(try await !tenant.awaits("t_3"))
            try await tenant.receive(bought)
            try await tenant.receive(
                .renewal(appUserID: "u_2").transaction("t_2", original: "t_2"))
            try await tenant.receive(
                .renewal(appUserID: "u_3").transaction("t_3", original: "t_3"))
            _ = await eventually { payloads().count >= 2 }
            let own = tenant.id.uuidString.lowercased()
            #expect(payloads() == ["\(own) t_1", "\(own) t_3"])
        }
    }

    @Test("a later event of a known purchase notifies no listener")
    func onlyOnce() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.whileListening { payloads in
            #expect(try await !tenant.awaits("t_1"))
            try await tenant.receive(bought)
            try await tenant.receive(.cancellation().transaction("t_1", original: "t_0"))
            #expect(try await !tenant.awaits("t_9"))
            try await tenant.receive(
                .renewal(appUserID: "u_9").transaction("t_9", original: "t_9"))
            _ = await eventually { payloads().count >= 2 }
            #expect(payloads().map { $0.suffix(3) } == ["t_1", "t_9"])
        }
    }

    @Test("a wait that begins during the write sees its result")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let facts = """
            {"kind": "initial_purchase", "environment": "production", "store": "app_store",
             "app_user_id": "u_42", "app_user_ids": ["u_42"], "product_id": "p",
             "transaction_id": "t_1", "original_transaction_id": "t_1"}
            """
        // The write has not committed yet.
        let refusals = try await tenant.queue(
            on: """
                select set_config('hearth.tenant_id', '\(tenant.id)', true);
                select \(release).receive_webhook_events(
                    '{e}', '{INITIAL_PURCHASE}', '{""}', array['\(facts)'::jsonb], '{null}')
                """,
            [
                {
                    let isKnown = try await tenant.awaits("t_1")
                    #expect(isKnown)
                }
            ])
        #expect(refusals == [nil])
    }

    @Test("a wait is deleted when it ends, and the longest wait counts")
    func forgotten() async throws {
        let tenant = try await TestTenant.create()
        let start: Timestamp = "2026-12-01T10:00:00Z"
        #expect(try await !tenant.awaits("t_1", seconds: 30, at: start))
        #expect(try await !tenant.awaits("t_1", seconds: 10, at: start))
        #expect(try await !tenant.awaits("t_2", at: start.advanced(bySeconds: 29)))
        #expect(try await tenant.rows(in: "awaited_transactions") == 2)
        #expect(try await !tenant.awaits("t_3", at: start.advanced(bySeconds: 31)))
        #expect(try await tenant.rows(in: "awaited_transactions") == 2)
    }

    @Test("forty simultaneous waits do not block each other")
    func racedWaiting() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let isKnown = try await tenant.awaits("t_\(number % 8)", seconds: 0)
                    #expect(!isKnown)
                }
            }
            try await group.waitForAll()
        }
    }
}

extension TestTenant {
    fileprivate func awaits(
        _ transactionID: String, seconds: Int32 = 20, at moment: Timestamp? = nil
    ) async throws -> Bool {
        try await database.callOne(
            AwaitTransaction(transactionID: transactionID, seconds: seconds, asOf: moment), in: id
        ).isKnown
    }

    /// Lends the payloads that this tenant's listener has received.
    fileprivate func whileListening(
        _ body: (@escaping @Sendable () -> [String]) async throws -> Void
    ) async throws {
        let told = Told()
        let own = id.uuidString.lowercased()
        let payloads = database.payloads(on: .transactions)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await payload in payloads where payload?.hasPrefix(own) != false {
                    told.add(payload)
                }
            }
            _ = await eventually { told.isListening }
            try await body { told.payloads }
            group.cancelAll()
        }
    }
}

/// The payloads received; the first, nil, says that the listener is ready.
private final class Told: Sendable {
    private let all = Mutex([String?]())

    func add(_ payload: String?) { all.withLock { $0.append(payload) } }

    var isListening: Bool { all.withLock { !$0.isEmpty } }
    var payloads: [String] { all.withLock { $0.compactMap(\.self) } }
}
