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

    @Test("a tenant without a key stores no refusal")
    func withoutKey() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.noteRefusedWebhook(at: start)
            #expect(try await own.refusals() == [])
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
    func noteRefusedWebhook(at moment: Timestamp) async throws {
        _ = try await database.callOne(NoteRefusedWebhook(asOf: moment), in: id)
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
