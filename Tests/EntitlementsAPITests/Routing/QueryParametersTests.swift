import Entitlements
import Testing

@testable import EntitlementsAPI

@Suite("Reading query parameters")
struct QueryParametersTests {
    @Test("values are decoded; a plus sign is a plus sign")
    func values() throws {
        var query = try QueryParameters(
            "as_of=2026-11-21T10:00:00%2B01:00&environment=sandbox&limit=7",
            allowing: ["as_of", "environment", "limit"])
        #expect(query.timestamp("as_of")?.rfc3339 == "2026-11-21T09:00:00.000Z")
        #expect(query.word("environment", of: ["production", "sandbox"]) == "sandbox")
        #expect(query.integer("limit", in: 1...100, default: 50) == 7)
        var unencoded = try QueryParameters("as_of=2026-11-21T10:00:00+01:00", allowing: ["as_of"])
        #expect(unencoded.timestamp("as_of")?.rfc3339 == "2026-11-21T09:00:00.000Z")
    }

    @Test("an absent parameter has its default")
    func absent() throws {
        var query = try QueryParameters("", allowing: ["limit"])
        #expect(query.timestamp("as_of") == nil)
        #expect(query.word("environment", of: ["production"]) == nil)
        #expect(query.integer("limit", in: 1...100, default: 50) == 50)
    }

    @Test("each unknown or repeated parameter has a pointer")
    func unknown() {
        let failure = #expect(throws: Failure.self) {
            try QueryParameters("a=1&as_of=x&as_of=y&b/c", allowing: ["as_of"]).finish()
        }
        #expect(failure?.code == .validationFailed)
        #expect(failure?.pointers.map(\.pointer) == ["/a", "/as_of", "/b~1c"])
    }

    @Test(
        "a malformed value has a pointer",
        arguments: [
            "as_of=", "as_of=now", "as_of=2026-11-21", "as_of=2026-13-01T00:00:00Z",
            "as_of=1795255200", "limit=0", "limit=101", "limit=ten", "limit=99999999999",
            "environment=Production", "environment=",
        ])
    func malformed(_ text: String) throws {
        var query = try QueryParameters(
            Substring(text), allowing: ["as_of", "environment", "limit"])
        let failure = #expect(throws: Failure.self) {
            _ = query.timestamp("as_of")
            _ = query.word("environment", of: ["production", "sandbox"])
            _ = query.integer("limit", in: 1...100, default: 50)
            try query.finish()
        }
        let name = text.split(separator: "=").first.map(String.init) ?? ""
        #expect(failure?.pointers.map(\.pointer) == ["/\(name)"])
    }

    @Test("all problems are reported at once")
    func together() throws {
        var query = try QueryParameters("limit=0&as_of=now&nosuch=1", allowing: ["limit", "as_of"])
        _ = query.integer("limit", in: 1...100, default: 50)
        _ = query.timestamp("as_of")
        let failure = #expect(throws: Failure.self) { try query.finish() }
        #expect(failure?.pointers.map(\.pointer) == ["/nosuch", "/limit", "/as_of"])
    }

    @Test("a wrongly encoded value is an invalid request")
    func badlyEncoded() {
        let failure = #expect(throws: Failure.self) {
            try QueryParameters("as_of=%zz", allowing: ["as_of"])
        }
        #expect(failure?.code == .invalidRequest)
    }
}
