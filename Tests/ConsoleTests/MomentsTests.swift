import Entitlements
import Testing

@testable import Console

@Suite("A moment on a page")
struct MomentsTests {
    /// Of a moment, as it is shown at 2026-11-21T10:00:00Z.
    private func shown(_ moment: JSONValue?) throws -> JSONValue {
        Moment.shown(moment, now: try #require(Timestamp(rfc3339: "2026-11-21T10:00:00Z")))
    }

    @Test(
        "is shown by its distance",
        arguments: [
            ("2026-11-21T10:00:00.900Z", "now"), ("2026-11-21T09:59:59Z", "1 second ago"),
            ("2026-11-21T09:59:01Z", "59 seconds ago"), ("2026-11-21T09:59:00Z", "1 minute ago"),
            ("2026-11-21T08:00:01Z", "1 hour ago"), ("2026-11-18T09:00:00Z", "3 days ago"),
            ("2026-10-21T09:00:00Z", "1 month ago"), ("2024-11-20T10:00:00Z", "2 years ago"),
            ("2026-11-24T10:00:00Z", "in 3 days"), ("2026-11-21T10:00:45Z", "in 45 seconds"),
        ])
    func isRelative(moment: String, expected: String) throws {
        #expect(try shown(.string(moment))["relative"] == .string(expected))
    }

    @Test("has the exact time in UTC and for programs")
    func isExact() throws {
        let shown = try shown(.string("2026-11-20T23:30:05.250-01:00"))
        #expect(shown["iso"] == .string("2026-11-21T00:30:05.250Z"))
        #expect(shown["exact"] == .string("2026-11-21 00:30:05 UTC"))
    }

    @Test("is nothing if the answer has none")
    func isNothing() throws {
        for moment in [nil, .null, .string("soon")] as [JSONValue?] {
            #expect(try shown(moment) == .null)
        }
    }
}
