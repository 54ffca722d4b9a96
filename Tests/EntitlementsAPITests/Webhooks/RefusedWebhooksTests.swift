import Entitlements
import EntitlementsDatabase
import Logging
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Refused webhooks are stored and logged")
struct RefusedWebhooksTests {
    private let start: Timestamp = "2026-11-21T10:00:00Z"
    private let wrong = "authorization_wrong"

    @Test("a refusal is stored once a minute per tenant, even if the clock moves back")
    func onceAMinute() async throws {
        let tenant = try await TestTenant.withUpstream()
        let other = try await TestTenant.withUpstream()
        let refusals = RefusedWebhooks(database: tenant.database)
        for (seconds, isDue) in [
            (0, true), (0, false), (59, false), (60, true), (119, false), (-3_600, true),
        ] as [(Int64, Bool)] {
            try await tenant.takeAgain()
            let moment = start.advanced(bySeconds: seconds)
            await refusals.note(tenant.id, because: wrong, at: moment, logger: .silent)
            #expect(try await tenant.isRefused() == isDue, "\(seconds)")
        }
        #expect(try await other.isRefused() == false)
        await refusals.note(other.id, because: wrong, at: start, logger: .silent)
        #expect(try await other.isRefused())
    }

    @Test("the log has one line a minute, with a count of the others")
    func logged() async throws {
        let tenant = try await TestTenant.create()
        let refusals = RefusedWebhooks(database: tenant.database)
        let log = CapturedLog()
        for seconds in [0, 1, 2, 59, 60, 61] as [Int64] {
            await refusals.note(
                tenant.id, because: wrong, at: start.advanced(bySeconds: seconds),
                logger: log.logger)
        }
        #expect(
            log.lines == [
                "A webhook was refused reason=authorization_wrong refused_since_last_line=0",
                "A webhook was refused reason=authorization_wrong refused_since_last_line=3",
            ])
    }

    @Test("when the table is full, another tenant waits for an entry to expire")
    func bounded() async throws {
        let one = try await TestTenant.withUpstream()
        let other = try await TestTenant.withUpstream()
        let refusals = RefusedWebhooks(database: one.database, maximumTenants: 1)
        await refusals.note(one.id, because: wrong, at: start, logger: .silent)
        await refusals.note(
            other.id, because: wrong, at: start.advanced(bySeconds: 59), logger: .silent)
        #expect(try await other.isRefused() == false)
        await refusals.note(
            other.id, because: wrong, at: start.advanced(bySeconds: 60), logger: .silent)
        #expect(try await other.isRefused())
    }

    @Test(
        "of simultaneous refusals one is stored, and the others do not wait",
        .timeLimit(.minutes(5)))
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstreamKey()
        let refusals = RefusedWebhooks(database: tenant.database)
        let start = start
        let note: RacedCall = {
            await refusals.note(tenant.id, because: "signature_wrong", at: start, logger: .silent)
        }
        _ = try await tenant.queue(
            on: "select from entitlements.upstreams where tenant_id = '\(tenant.id)' for update",
            [note]
        ) {
            for _ in 0..<8 { try await note() }
        }
        #expect(try await tenant.isRefused())
    }

    @Test("an error of the database fails no answer")
    func failing() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.setUpstreamKey()
            try await own.administer(
                """
                alter function \(release).note_refused_webhook(text, bigint, timestamptz)
                    rename to gone
                """)
            let refusals = RefusedWebhooks(database: own.database)
            await refusals.note(tenant.id, because: wrong, at: start, logger: .silent)
            try await own.administer(
                "alter function \(release).gone rename to note_refused_webhook")
            // The failed call also counts for this minute.
            await refusals.note(
                tenant.id, because: wrong, at: start.advanced(bySeconds: 59), logger: .silent)
            let noted = "select count(refused_since) from entitlements.upstreams"
            #expect(try await own.ask(noted) == "0")
            await refusals.note(
                tenant.id, because: wrong, at: start.advanced(bySeconds: 60), logger: .silent)
            #expect(try await own.ask(noted) == "1")
        }
    }
}

extension TestTenant {
    /// True if the start of refusals is stored.
    func isRefused() async throws -> Bool {
        try await TestDatabase.shared.administer(
            "select refused_since is not null from entitlements.upstreams where tenant_id = '\(id)'"
        ) == [["t"]]
    }

    /// Resets the stored refusal, as an accepted webhook does.
    fileprivate func takeAgain() async throws {
        try await TestDatabase.shared.administer(
            "update entitlements.upstreams set refused_since = null where tenant_id = '\(id)'")
    }

    fileprivate static func withUpstream() async throws -> TestTenant {
        let tenant = try await create()
        try await tenant.setUpstreamKey()
        return tenant
    }
}
