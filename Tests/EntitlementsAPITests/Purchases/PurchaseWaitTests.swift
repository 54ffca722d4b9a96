import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Reconciliation
import Synchronization
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}/entitlements?await_transaction=…", .timeLimit(.minutes(5)))
struct PurchaseWaitTests {
    private static let bought = RevenueCatEvent.nowRunning().transaction("t_1", original: "t_1")

    private static func subject(in tenant: TenantID) -> Subject {
        Subject(
            tenant: tenant, appUserID: AppUserID(unchecked: "u_42"), actor: Actor(name: "test"))
    }

    @Test("a known transaction is answered at once")
    func known() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(Self.bought)
            let response = try await api.waiting(for: "t_1")
            #expect(response.status == 200)
            #expect(try response.json["is_transaction_known"] == true)
            #expect(try response.json["entitlements"]?["plus"]?["is_active"] == true)
            let tag = try #require(response["etag"])
            #expect(try await api.waiting(for: "t_1", having: tag).status == 304)
            let lookup = try await api.get("getEntitlements", "/v1/users/u_42/entitlements")
            #expect(lookup["etag"] != tag)
            #expect(api.upstream.requests.isEmpty)
        }
    }

    @Test("a webhook ends the wait", arguments: ["t_1", "t_2"])
    func webhook(transactionID: String) async throws {
        try await TestAPI.run { api in
            if transactionID == "t_2" { try await api.tenant.receive(Self.bought) }
            let clock = ContinuousClock()
            let start = clock.now
            async let response = api.waiting(for: transactionID)
            let isAwaited = try await eventually {
                try await api.isAwaited(transactionID)
            }
            #expect(isAwaited)
            try await api.tenant.receive(
                transactionID == "t_1"
                    ? Self.bought
                    : RevenueCatEvent.renewal(expiresAt: "2999-01-01T00:00:00Z")
                        .transaction("t_2", original: "t_1"))
            let json = try await response.json
            #expect(json["is_transaction_known"] == true)
            #expect(json["entitlements"]?["plus"]?["is_active"] == true)
            // Well before the timeout.
            #expect(clock.now - start < .seconds(20))
        }
    }

    @Test("a snapshot ends the wait, with one request")
    func ownReading() async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber(having: [Self.bought]) }) { api in
            try await api.tenant.setUpstreamKey()
            let json = try await api.waiting(for: "t_1").json
            #expect(json["is_transaction_known"] == true)
            #expect(json["entitlements"]?["plus"]?["is_active"] == true)
            #expect(api.upstream.targets == ["/v1/subscribers/u_42"])
        }
    }

    @Test("a webhook ends the wait if the snapshot lacks the transaction")
    func webhookAfterReading() async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber() }) { api in
            try await api.tenant.setUpstreamKey()
            async let response = api.waiting(for: "t_1")
            _ = await eventually { !api.upstream.requests.isEmpty }
            try await api.tenant.receive(Self.bought)
            #expect(try await response.json["is_transaction_known"] == true)
        }
    }

    @Test("a snapshot without the transaction is repeated after a pause")
    func readAgain() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        let pauses = Mutex([Duration]())
        try await RunningSnapshotReader.with(
            into: tenant.database,
            answering: { _, number in
                .subscriber(
                    having: number == 2 ? [Self.bought] : [],
                    at: TestClock.start.advanced(bySeconds: Int64(number)))
            }
        ) { running in
            let wait = PurchaseWait(
                database: tenant.database,
                transactions: AwaitedTransactions(database: tenant.database),
                snapshots: SubjectSnapshots(SharedSnapshots(running.snapshotReader)),
                pause: { pause in pauses.withLock { $0.append(pause) } })
            let awaitRequest = PurchaseWait.AwaitRequest(transactionID: "t_1", timeoutSeconds: 30)
            // No listener runs here, so only a snapshot can end the wait.
            let isKnown = try await wait.isKnown(
                awaitRequest, to: Self.subject(in: tenant.id))
            #expect(isKnown)
            #expect(running.upstream.requests.count == 3)
        }
        #expect(pauses.withLock(\.self) == [.zero, .seconds(5), .seconds(10)])
    }

    @Test("a cancelled wait ends")
    func cancelled() async throws {
        try await TestAPI.run { api in
            let transactions = AwaitedTransactions(database: api.tenant.database)
            let wait = PurchaseWait(
                database: api.tenant.database, transactions: transactions,
                snapshots: SubjectSnapshots(
                    SharedSnapshots(
                        try RunningSnapshotReader.atRest(api.tenant.database))))
            let clock = ContinuousClock()
            let start = clock.now
            await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    let awaitRequest = PurchaseWait.AwaitRequest(
                        transactionID: "t_1", timeoutSeconds: 30)
                    return try await wait.isKnown(
                        awaitRequest, to: Self.subject(in: api.tenant.id))
                }
                _ = try? await eventually { try await api.isAwaited("t_1") }
                group.cancelAll()
                let known = await group.nextResult()
                #expect((try? known?.get()) != true)
            }
            #expect(clock.now - start < .seconds(25))
        }
    }

    @Test("an app user's waits are limited, and end with their connections")
    func bounded() async throws {
        try await TestAPI.run { api in
            try await hold(AwaitedTransactions.maximumWaitingOfAppUser, api) {
                let more = try await api.waiting(for: "more")
                #expect(try more.refusal == "503 overloaded")
                let other = try await api.waiting(for: "t_1", of: "u_43", timeout: 1)
                #expect(other.status == 200)
            }
            // Well before their timeouts.
            let isFree = try await eventually(withinSeconds: 10) {
                try await api.waiting(for: "t_1", timeout: 1).status == 200
            }
            #expect(isFree)
        }
    }

    /// Keeps waiting requests on connections that close after the body.
    private func hold(
        _ count: Int, _ api: TestAPI, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await RawHTTPConnection.with(port: api.port) { connection in
            try await connection.send(
                """
                GET /v1/users/u_42/entitlements?timeout=30&await_transaction=h_\(count) HTTP/1.1\r
                Host: hearth.test\r
                Authorization: Bearer \(api.readKey)\r
                \r

                """)
            #expect(try await eventually { try await api.isAwaited("h_\(count)") })
            try await hold(count - 1, api, body)
        }
    }

    @Test("after the timeout the current state is returned")
    func timeout() async throws {
        try await TestAPI.run(answering: { _, _ in .text("", status: 500) }) { api in
            try await api.tenant.setUpstreamKey()
            let response = try await api.waiting(for: "t_1", timeout: 1)
            #expect(response.status == 200)
            #expect(try response.json["is_transaction_known"] == false)
            #expect(try response.json["plan"] == "free")
        }
    }

    @Test("another tenant's transaction ends no wait")
    func otherTenant() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            try await other.receive(Self.bought)
            #expect(
                try await api.waiting(for: "t_1", timeout: 1).json["is_transaction_known"] == false)
        }
    }

    @Test("a purchase stored while a wait begins is never missed")
    func raced() async throws {
        try await TestAPI.run { api in
            let clock = ContinuousClock()
            for round in 0..<20 {
                let id = "t_\(round)"
                let start = clock.now
                async let response = api.waiting(for: id, of: "u_\(round)", timeout: 30)
                async let received = api.tenant.receive(
                    RevenueCatEvent.nowRunning(appUserID: "u_\(round)")
                        .transaction(id, original: id))
                let json = try await response.json
                _ = try await received
                #expect(json["is_transaction_known"] == true)
                #expect(clock.now - start < .seconds(25))
            }
        }
    }

    @Test("a wait is answered when the server stops")
    func shutdown() async throws {
        try await TestAPI.run { api in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let response = try await api.waiting(for: "t_1", timeout: 30)
                    #expect(try response.json["is_transaction_known"] == false)
                }
                _ = try await eventually { try await api.isAwaited("t_1") }
                await api.stop()
                let clock = ContinuousClock()
                let start = clock.now
                try await group.waitForAll()
                #expect(clock.now - start < .seconds(20))
            }
        }
    }

    @Test(
        "an invalid wait is refused",
        arguments: [
            ("await_transaction=", "/await_transaction"), ("timeout=5", "/timeout"),
            ("await_transaction=t&timeout=0", "/timeout"),
            ("await_transaction=t&timeout=31", "/timeout"),
            ("await_transaction=t&as_of=2026-11-21T10:00:00Z", "/as_of"),
            (
                "await_transaction=" + String(repeating: "t", count: 501),
                "/await_transaction"
            ),
        ])
    func refused(query: String, pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.get(
                "getEntitlements", "/v1/users/u_42/entitlements?\(query)")
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}

extension TestAPI {
    fileprivate func waiting(
        for transactionID: String, of appUserID: String = "u_42", timeout: Int = 30,
        having tag: String? = nil
    ) async throws -> RawHTTPResponse {
        try await get(
            "getEntitlements",
            "/v1/users/\(appUserID)/entitlements?await_transaction=\(transactionID)"
                + "&timeout=\(timeout)",
            headers: tag.map { [("If-None-Match", $0)] } ?? [])
    }

    fileprivate func isAwaited(_ transactionID: String) async throws -> Bool {
        try await TestDatabase.shared.administer(
            "select from entitlements.awaited_transactions "
                + "where tenant_id = '\(tenant.id)' and transaction_id = '\(transactionID)'"
        ).count == 1
    }
}
