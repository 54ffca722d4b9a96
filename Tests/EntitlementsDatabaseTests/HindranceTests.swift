import Entitlements
import FoundationEssentials
import Logging
import TestSupport
import Testing

@testable import EntitlementsDatabase

@Suite("Why background work was not done")
struct HindranceTests {
    @Test("an absent database is no line, a busy one is one line, a defect is a line each time")
    func lines() async throws {
        let tenant = try await TestTenant.create()
        let database = Database(client: tenant.database.client)
        let log = CapturedLog()
        for code in [.databaseUnavailable, .overloaded, .overloaded, .internal, .internal]
            as [ErrorCode]
        {
            await log.logger.log(
                "Work was not done", hinderedBy: Failure(code, "Why."), of: tenant.id,
                in: database, metadata: ["place": "here"])
        }
        await log.logger.log("Other work was not done", hinderedBy: Secret(), in: database)
        let defect = "Work was not done error=internal: Why. place=here tenant=\(tenant.slug)"
        #expect(
            log.lines == [
                "Work was not done error=overloaded: Why. others_since_last_line=0 place=here "
                    + "tenant=\(tenant.slug)",
                defect, defect, "Other work was not done error=Secret",
            ])
    }

    @Test("a minute later there is another line, with the number of those held back")
    func later() {
        let clock = TestClock()
        let lines = OncePerMinute(now: { clock.instant })
        #expect([lines.othersIfDue(), lines.othersIfDue(), lines.othersIfDue()] == [0, nil, nil])
        clock.advance(by: .seconds(60))
        #expect([lines.othersIfDue(), lines.othersIfDue()] == [2, nil])
        clock.advance(by: .seconds(60))
        #expect(lines.othersIfDue() == 1)
    }

    private struct Secret: Error {
        let word = "not for the log"
    }
}
