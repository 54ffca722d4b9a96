import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("note_sizes")
struct NoteSizesTests {
    private static let start: Timestamp = "2026-11-01T10:00:00Z"

    private static func day(_ number: Int64) -> Timestamp { start.advanced(byDays: number) }

    @Test("growth is that since the oldest day of the last 30; a day is noted once")
    func growth() async throws {
        try await ScratchDatabase.with { own in
            for day in [0, 0, 10, 20] as [Int64] {
                _ = try await own.database.call(NoteSizes(asOf: Self.day(day)))
            }
            #expect(try await own.days() == "3")
            try await own.administer(
                """
                update entitlements.size_samples set bytes = 7
                 where sampled_on = '2026-11-11' and kind = 'evidence'
                """)
            func evidence(_ day: Int64) async throws -> ListSizes.Row? {
                try await own.database.call(ListSizes(asOf: Self.day(day)))
                    .first { $0.kind == "evidence" }
            }
            #expect(try await evidence(0)?.sampledOn == nil)
            #expect(try await evidence(30)?.sampledOn == "2026-11-01")
            #expect(try await evidence(31)?.sampledOn == "2026-11-11")
            #expect(try await evidence(31)?.formerBytes == 7)
            #expect(try await evidence(99)?.sampledOn == nil)
            _ = try await own.database.call(NoteSizes(asOf: Self.day(401)))
            #expect(try await own.days() == "3")
        }
    }
}

extension ScratchDatabase {
    fileprivate func days() async throws -> String? {
        try await ask("select count(distinct sampled_on) from entitlements.size_samples")
    }
}
