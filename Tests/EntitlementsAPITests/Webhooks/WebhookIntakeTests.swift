import Entitlements
import EntitlementsDatabase
import Postgres
import RevenueCat
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Webhook intake")
struct WebhookIntakeTests {
    @Test("events beyond the statement timeout are stored, the rest of the set applied")
    func tooSlow() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "a", appUserID: "held"))
        let hasty = TestDatabase.client(to: try await TestCluster.connectionString()) {
            $0.statementTimeoutMilliseconds = 1_000
        }
        let intake = WebhookIntake(database: Database(client: hasty))
        let events = try [
            Self.event(.refund(id: "slow", appUserID: "held")),
            Self.event(.billingIssue(id: "slow, too", appUserID: "held")),
            Self.event(.initialPurchase(id: "free", appUserID: "free")),
        ]
        let rows = try await AdministrationConnection.withConnection(
            to: try await TestCluster.superuserConnectionString()
        ) { holder in
            try await holder.execute(
                """
                begin;
                select from entitlements.app_users where tenant_id = '\(tenant.id)' for update
                """)
            return try await withThrowingTaskGroup { group in
                for event in events {
                    group.addTask { try await intake.receive(event, of: tenant.id) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(rows.map(\.status).sorted() == ["applied", "stored", "stored"])
        let failures = rows.compactMap(\.failure)
        #expect(failures.count == 2)
        #expect(failures.allSatisfy { $0.hasPrefix("57014") })
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("simultaneous events of one tenant are each applied once")
    func burst() async throws {
        let tenant = try await TestTenant.create()
        let intake = WebhookIntake(database: tenant.database)
        let statuses = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                let event = try Self.event(
                    .initialPurchase(
                        id: "e\(number % 150)", appUserID: "u\(number % 150)",
                        originalTransactionID: "t\(number % 150)"))
                group.addTask { try await intake.receive(event, of: tenant.id).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == "applied" } == 150)
        #expect(statuses.count { $0 == "duplicate" } == 50)
    }

    private static func event(_ event: RevenueCatEvent) throws -> ReceiveWebhookEvents.Event {
        let decoded = try WebhookEvent(body: event.body)
        return .init(
            id: decoded.id, type: decoded.type, body: event.body, facts: decoded.facts,
            problem: decoded.problem)
    }
}
