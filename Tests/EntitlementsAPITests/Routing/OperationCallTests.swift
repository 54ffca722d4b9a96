import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("What a command sends to an operation")
struct OperationCallTests {
    @Test("a field has the value of its option, and none where that is not given")
    func values() {
        var call = OperationCall("updateEndpoint", of: ["e"], hasBody: true)
        call.field("url", nil as String?)
        call.field("kinds", ["notice"], as: "--kind")
        call.field("environments", [])
        call.field("count", 3)
        call.field("at_once", false)
        call.parameter("environment", "sandbox")
        call.parameter("cursor", nil as String?)
        #expect(call.body.map(JSONValue.object) == ["kinds": ["notice"], "count": 3])
        #expect(call.query.map(\.name) == ["environment"])
        #expect(call.options["kinds"] == "--kind" && call.options["at_once"] == "--at-once")
        #expect(call.conflicts.isEmpty)
    }

    @Test("two options that give one field exclude each other, and the first counts")
    func conflict() {
        var call = OperationCall("updateEndpoint", of: ["e"], hasBody: true)
        call.field("state", "on", as: "--on")
        call.field("state", "off", as: "--off")
        #expect(call.body?["state"] == "on")
        #expect(call.conflicts.map(\.detail) == ["--on and --off exclude each other."])
    }
}
