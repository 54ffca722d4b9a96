import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_sizes")
struct ListSizesTests {
    private static let start: Timestamp = "2026-11-01T10:00:00Z"

    @Test("all tables are counted, once")
    func sizes() async throws {
        try await ScratchDatabase.with { own in
            let sizes = try await own.database.call(ListSizes(asOf: Self.start))
            let all = try await own.ask(
                """
                select sum(pg_total_relation_size(oid)) from pg_class
                 where relnamespace = 'entitlements'::regnamespace and relkind = 'r'
                """)
            #expect("\(sizes.reduce(0) { $0 + $1.bytes })" == all)
            #expect(sizes.map(\.bytes) == sizes.map(\.bytes).sorted(by: >))
            #expect(Set(sizes.map(\.kind)).isSuperset(of: ["webhook_events", "evidence", "audit"]))
            #expect(sizes.allSatisfy { $0.sampledOn == nil && $0.formerBytes == nil })
        }
    }
}
