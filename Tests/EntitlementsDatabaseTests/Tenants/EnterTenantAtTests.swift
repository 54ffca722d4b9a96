import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

/// What a primary answers; `ReaderTests` and `ReadOnlyTests` ask standbys.
@Suite("enter_tenant_at")
struct EnterTenantAtTests {
    @Test("the primary has what it wrote, and what was written before its promotion")
    func reached() async throws {
        try await ScratchDatabase.with { scratch in
            let writes = RequestWrites()
            let tenant = try await writes.collecting {
                try await TestTenant.create(in: scratch.database)
            }
            let written = try #require(writes.position.flatMap { LogPosition($0) })
            let row = try await scratch.database.callOne(GetLogPosition())
            let own = try #require(row.logPosition.flatMap { LogPosition($0) })
            #expect(!row.isStandby && own.timeline == written.timeline)

            for (timeline, byte, isReached) in [
                (own.timeline, written.byte, true), (own.timeline, .max, true),
                (own.timeline + 1, 0, false),
            ] as [(UInt32, UInt64, Bool)] {
                let position = LogPosition(timeline: timeline, byte: byte)
                for isExact in [true, false] {
                    let entered = try await scratch.database.callOne(
                        EnterTenantAt(
                            tenant: tenant.id.uuidString, logPosition: position.text,
                            isExact: isExact),
                        in: tenant.id)
                    #expect((entered.entered == nil) == (isReached && !isExact))
                }
            }
        }
    }

    @Test("a lookup that needs a later history than the primary's fails with its code")
    func later() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            for (position, code) in [
                (nil, nil), ("1:0/1", nil), ("4000000000:0/1", .positionNotReached),
            ] as [(String?, ErrorCode?)] {
                let reads = try #require(LookupReads(after: position))
                let failure = try await LookupReads.$current.withValue(reads) {
                    () async throws -> Failure? in
                    do {
                        _ = try await tenant.upstream()
                        return nil
                    } catch let failure as Failure {
                        return failure
                    }
                }
                #expect(failure?.code == code)
            }
            #expect(LookupReads(after: "1:0") == nil)
        }
    }
}
