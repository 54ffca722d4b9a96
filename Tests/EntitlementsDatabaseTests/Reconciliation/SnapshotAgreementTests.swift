import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests that events and snapshots of the same facts give the same answers.
@Suite("Snapshots agree with events")
struct SnapshotAgreementTests {
    private static let flows = Flow.subscriptions + Flow.payments + Flow.changes + Flow.payOnce
    /// Later than every event.
    private static let received: Timestamp = "2029-01-01T00:00:00Z"

    @Test("events and snapshots agree, alone and in either order", arguments: flows)
    func agree(flow: Flow) async throws {
        let told = try await answers(to: flow) { tenant in
            for event in flow.events { try await Self.receive(event, in: tenant) }
        }
        let read = try await answers(to: flow) { tenant in
            try await Self.add(flow.snapshot, in: tenant)
        }
        #expect(read == told, "snapshot alone")
        for isReadFirst in [true, false] {
            let both = try await answers(to: flow) { tenant in
                if isReadFirst { try await Self.add(flow.snapshot, in: tenant) }
                for event in flow.events { try await Self.receive(event, in: tenant) }
                if !isReadFirst {
                    let drift = try await Self.add(flow.snapshot, in: tenant)
                    #expect(drift.filter(\.accessAffected).isEmpty)
                }
            }
            #expect(both == told, isReadFirst ? "snapshot first" : "events first")
        }
    }

    @Test("a repeated snapshot finds no drift", arguments: flows)
    func readTwice(flow: Flow) async throws {
        let tenant = try await TestTenant.create()
        for event in flow.events { try await Self.receive(event, in: tenant) }
        try await Self.add(flow.snapshot, in: tenant)
        var again = flow.snapshot
        again.readAt = again.readAt.advanced(bySeconds: 60)
        #expect(try await Self.add(again, in: tenant).map(\.cause) == [])
        #expect(try await tenant.invariantViolations() == [])
    }

    /// Access at several times after the snapshot: its status and its end.
    private func answers(
        to flow: Flow, _ tell: (TestTenant) async throws -> Void
    ) async throws -> [String] {
        let tenant = try await TestTenant.create()
        try await tell(tenant)
        var answers: [String] = []
        for days in [0, 5, 20, 40, 400] as [Int64] {
            let moment = flow.snapshot.readAt.advanced(byDays: days).advanced(bySeconds: 1)
            let plus = try await tenant.entitlement("plus", of: "u_42", at: moment)
            guard plus?["is_active"] == true else {
                answers.append("\(days): nothing")
                continue
            }
            let status = plus?["status"]?.string ?? ""
            let end = plus?["expires_at"]?.string ?? "never"
            answers.append("\(days): \(status) until \(end)")
        }
        return answers
    }

    private static func receive(_ event: RevenueCatEvent, in tenant: TestTenant) async throws {
        let row = try await tenant.receive(event, receivedAt: received)
        #expect(row.status == "applied", "\(event)")
    }

    @discardableResult
    private static func add(
        _ snapshot: TestSnapshot, in tenant: TestTenant
    ) async throws -> [Drift] {
        try await tenant.add(snapshot)
    }
}
