import Console
import Entitlements
import Testing

@Suite("The row of a tenant")
struct TenantsViewTests {
    @Test("what cannot be read is no zero")
    func unread() throws {
        let row = TenantsView.row(
            "myapp", webhooks: .null, findings: .null, endpoints: .null,
            now: try #require(Timestamp(rfc3339: "2026-12-01T00:00:00Z")))
        #expect(row["counts"]?.array?.map { $0["count"]?.string } == ["?", "?", "?"])
    }
}
