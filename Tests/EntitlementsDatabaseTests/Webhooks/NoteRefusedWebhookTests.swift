import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("note_refused_webhook")
struct NoteRefusedWebhookTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("the time of the first refusal is kept, for this tenant alone")
    func first() async throws {
        try await withSnapshotTenant { own, tenant in
            _ = try await TestTenant.takingSnapshots(in: own.database)
            for second in [0, 60, 120] as [Int64] {
                try await tenant.noteRefusedWebhook(at: start.advanced(bySeconds: second))
            }
            let kept = "\(tenant.id.uuidString.lowercased()) 2999-01-01 00:00:00"
            #expect(try await own.refusals() == [kept])
        }
    }

    @Test("a tenant without a key stores no time of refusals for a run")
    func withoutKey() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.noteRefusedWebhook(at: start)
            #expect(try await own.refusals() == [])
        }
    }

    @Test("refusals add up in one row, with the latest reason; a day without one starts anew")
    func counted() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let second = { (seconds: Int64) in start.advanced(bySeconds: seconds) }
        try await tenant.noteRefusedWebhook("authorization_missing", 1, at: start)
        try await tenant.noteRefusedWebhook("authorization_wrong", 7, at: second(60))
        let refused = try await tenant.webhookStatus(at: second(61))["refused"]
        #expect(
            refused == [
                "count": 8, "reason": "authorization_wrong",
                "first_refused_at": .string(start.rfc3339),
                "last_refused_at": .string(second(60).rfc3339),
            ])
        #expect(try await other.webhookStatus(at: second(61))["refused"] == .null)
        #expect(try await tenant.webhookStatus(at: second(60 + 86_400))["refused"] == .null)
        try await tenant.noteRefusedWebhook(at: second(60 + 86_400))
        let later = try await tenant.webhookStatus(at: second(60 + 86_400))["refused"]
        #expect(later?["count"] == 1)
        #expect(later?["first_refused_at"] == .string(second(60 + 86_400).rfc3339))
        #expect(try await tenant.rows(in: "refused_webhooks") == 1)
    }

    @Test("a malformed webhook was authenticated: it counts, and no run is due for it")
    func malformed() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.noteRefusedWebhook("malformed", at: start)
            #expect(try await own.refusals() == [])
            #expect(try await tenant.webhookStatus(at: start)["refused"]?["count"] == 1)
        }
    }

    @Test("of eight simultaneous refusals one is stored, and no call fails")
    func raced() async throws {
        try await withSnapshotTenant { own, tenant in
            let start = start
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await tenant.noteRefusedWebhook(at: start) } }
                try await group.waitForAll()
            }
            #expect(try await own.refusals().count == 1)
        }
    }
}

extension TestTenant {
    func noteRefusedWebhook(
        _ reason: String = "authorization_wrong", _ refusals: Int64 = 1, at moment: Timestamp
    ) async throws {
        _ = try await database.callOne(
            NoteRefusedWebhook(reason: reason, refusals: refusals, asOf: moment), in: id)
    }
}

extension ScratchDatabase {
    /// The start of refusals, by tenant.
    func refusals() async throws -> [String?] {
        try await administer(
            """
            select tenant_id || ' ' || refused_since at time zone 'UTC' from entitlements.upstreams
             where refused_since is not null
            """
        ).map { $0[0] }
    }
}
