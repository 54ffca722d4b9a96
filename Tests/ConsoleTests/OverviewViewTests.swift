import Entitlements
import Testing

@testable import Console

@Suite("The numbers of the overview")
struct OverviewViewTests {
    private func place() throws -> Place {
        Place(
            root: "/console/a", now: try #require(Timestamp(rfc3339: "2026-11-21T10:00:00Z")))
    }

    private func tiles(_ text: String) throws -> [String: JSONValue] {
        let json = try JSONParser.parse(Array(text.utf8))
        let view = OverviewView(
            webhooks: json["webhooks"] ?? .null, recent: json["recent"] ?? .null,
            endpoints: json["endpoints"] ?? .null, runs: json["runs"] ?? .null,
            readiness: json["readiness"] ?? .null, in: try place())
        return Dictionary(
            uniqueKeysWithValues: (view.tiles.array ?? []).map { ($0["label"]?.string ?? "", $0) })
    }

    @Test("what needs a look is coloured, and leads to its page")
    func problems() throws {
        let tiles = try tiles(
            """
            {"webhooks": {"failed": 3, "last_received_at": "2026-11-21T09:59:00Z",
               "refused": {"count": 12, "reason": "authorization_wrong",
                           "last_refused_at": "2026-11-21T09:00:00Z"}},
             "recent": {"data": [{}, {}], "next_cursor": "x"},
             "endpoints": {"data": [{"state": "on", "failing": 2}, {"state": "off", "failing": 0}]},
             "runs": {"data": [{"run_id": "r", "started_at": "2026-11-21T09:00:00Z",
                "drift": {"total": 7, "access_affected": 1}, "people": {"total": 10, "read": 4}}]},
             "readiness": {"checks": [{"is_ready": false, "detail": "The database is away."}]}}
            """)
        let values = [
            "This server": "not ready", "Webhooks per minute": "2+", "Failed events": "3",
            "Refused webhooks": "12", "Failing deliveries": "2", "Drift": "7", "Coverage": "40 %",
        ]
        for (label, value) in values { #expect(tiles[label]?["value"] == .string(value)) }
        let bad = ["This server", "Failed events", "Refused webhooks", "Failing deliveries"]
        for label in bad { #expect(tiles[label]?["tone"] == .string("bad"), "\(label)") }
        #expect(tiles["Drift"]?["href"] == .string("/console/a/runs/r"))
        #expect(tiles["This server"]?["note"] == .string("The database is away."))
        #expect(tiles["Failing deliveries"]?["note"] == .string("1 of 2 endpoints are off."))
    }

    @Test("a tenant where nothing has happened yet has a sentence for each number")
    func nothing() throws {
        let tiles = try tiles(#"{"webhooks": {"failed": 0, "refused": null}}"#)
        #expect(tiles.values.allSatisfy { $0["note"]?.string?.isEmpty == false })
        #expect(tiles["Failed events"]?["tone"] == .string("good"))
        #expect(tiles["Coverage"]?["value"] == .string("–"))
    }
}
