import Postgres
import TestSupport
import Testing

@Suite("The work of a killed worker is taken over")
struct WorkerTakeoverTests {
    /// The end of the lease, plus the worker's interval.
    private static let takeoverSeconds = 60

    @Test("a failed event leased by a killed worker is applied within a minute")
    func leasedByKilledWorker() async throws {
        try await Installation.with { installation in
            let first = try await installation.start()
            let late = Delivery(appUserID: "u_1")
            #expect(try await first.deliver(.formerPurchase(by: "u_1")).contains("applied"))
            #expect(try await !first.isActive("u_1"))

            try await installation.withAdministrator { administrator in
                try await administrator.execute("begin")
                try await administrator.execute("select from entitlements.app_users for update")
                // The event waits for the lock until the timeout, and is stored as failed.
                #expect(try await first.deliver(late).text.contains("stored"))
                #expect(try await installation.standing(of: late) == ["failed", "1", "t"])

                try await retry(late, on: first)
                let isLeased = try await eventually(withinSeconds: 2) {
                    try await installation.standing(of: late) == ["failed", "2", "t"]
                }
                #expect(isLeased)
                await installation.killServer()
                // Ends the killed server's sessions, which roll back.
                #expect(try await Installation.endSessions(through: administrator))
                try await administrator.execute("rollback")
            }

            let second = try await installation.start()
            #expect(try await installation.standing(of: late) == ["failed", "2", "t"])
            let isApplied = try await eventually(withinSeconds: Self.takeoverSeconds) {
                try await installation.standing(of: late)[0] == "applied"
            }
            #expect(isApplied)
            #expect(try await second.isActive("u_1"))
        }
    }

    /// Makes the event due now and wakes the worker.
    private func retry(_ delivery: Delivery, on server: RunningHearth) async throws {
        let answer = try await server.request(
            "POST", "/v1/admin/webhook_events/\(delivery.eventID)/retry",
            authorization: "Bearer \(server.key("secret_key"))")
        #expect(answer.status == 202)
    }
}

extension RevenueCatEvent {
    /// A past purchase, which creates the app user without access.
    fileprivate static func formerPurchase(by appUserID: String) -> RevenueCatEvent {
        .initialPurchase(
            appUserID: appUserID, purchasedAt: "2020-01-01T10:00:00Z",
            originalTransactionID: "1000000000000")
    }
}

extension Installation {
    /// The event's status, its attempts, and whether it is due later.
    fileprivate func standing(of delivery: Delivery) async throws -> [String?] {
        let rows = try await administer(
            """
            select status, attempts, due_at > now() from entitlements.webhook_events
             where event_id = '\(delivery.eventID)'
            """)
        return rows.first ?? []
    }
}
