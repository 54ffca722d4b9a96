import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("note_presence")
struct NotePresenceTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test(
        "an absence longer than RevenueCat's retries makes a catch-up due",
        arguments: [(minutes: 154, isMissed: false), (155, false), (156, true)])
    func absence(minutes: Int64, isMissed: Bool) async throws {
        try await withSnapshotTenant { own, tenant in
            let keyless = try await TestTenant.takingSnapshots(in: own.database)
            try await keyless.deleteUpstreamKey()
            #expect(try await own.notePresence(at: start) == nil)
            let back = start.advanced(bySeconds: minutes * 60)
            #expect(try await own.notePresence(at: back) == (isMissed ? start : nil))
            #expect(try await own.tenantsToCatchUp() == (isMissed ? [tenant.id] : []))
            // The absence is reported once.
            #expect(try await own.notePresence(at: back.advanced(bySeconds: 60)) == nil)
        }
    }

    @Test("a new or always present installation needs no catch-up")
    func present() async throws {
        try await withSnapshotTenant { own, _ in
            for minute in stride(from: Int64(0), through: 310, by: 31) {
                let absence = try await own.notePresence(
                    at: start.advanced(bySeconds: minute * 60))
                #expect(absence == nil)
            }
            #expect(try await own.tenantsToCatchUp() == [])
        }
    }

    @Test("a clock that moves back makes no absence")
    func backwards() async throws {
        try await withSnapshotTenant { own, _ in
            _ = try await own.notePresence(at: start)
            _ = try await own.notePresence(at: start.advanced(bySeconds: -9_000))
            #expect(try await own.notePresence(at: start.advanced(bySeconds: 9_000)) == nil)
        }
    }

    @Test(
        "long refused webhooks make a catch-up due once an event is accepted",
        arguments: [(minutes: 154, isMissed: false), (155, true)])
    func refused(minutes: Int64, isMissed: Bool) async throws {
        try await withSnapshotTenant { own, tenant in
            let other = try await TestTenant.takingSnapshots(in: own.database)
            try await tenant.noteRefusedWebhook(at: start)
            // During the refusals a catch-up is not due: the reason may lie with RevenueCat.
            for minute in stride(from: Int64(0), through: 310, by: 31) {
                _ = try await own.notePresence(at: start.advanced(bySeconds: minute * 60))
            }
            #expect(try await own.tenantsToCatchUp() == [])
            let taken = start.advanced(bySeconds: minutes * 60)
            for tenant in [tenant, other] {
                try await tenant.receive(.initialPurchase(), receivedAt: taken)
            }
            _ = try await own.notePresence(at: start.advanced(bySeconds: 311 * 60))
            #expect(try await own.tenantsToCatchUp() == (isMissed ? [tenant.id] : []))
            #expect(try await own.refusals() == [])
        }
    }

    @Test("of eight servers that return at once, one reports the absence")
    func raced() async throws {
        try await withSnapshotTenant { own, _ in
            _ = try await own.notePresence(at: start)
            let back = start.advanced(byDays: 1)
            let told = try await withThrowingTaskGroup(of: Timestamp?.self) { group in
                for _ in 0..<8 { group.addTask { try await own.notePresence(at: back) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(told.count == 8)
            #expect(told.compactMap(\.self) == [start])
        }
    }
}

extension ScratchDatabase {
    /// The start of the absence, if it was too long.
    fileprivate func notePresence(at moment: Timestamp) async throws -> Timestamp? {
        try await database.call(
            NotePresence(asOf: moment, serverName: "web-1/7", keyIDs: [])
        ).first?.absentSince
    }

    fileprivate func tenantsToCatchUp() async throws -> [TenantID?] {
        try await administer(
            "select tenant_id from entitlements.upstreams where needs_catch_up"
        ).map { $0[0].flatMap(TenantID.init(uuidString:)) }
    }
}
