import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The body of a check")
struct EntitlementChecksTests {
    private func checks(_ json: String) throws -> EntitlementChecks {
        try EntitlementChecks(try JSONParser.parse(Array(json.utf8)))
    }

    private func check(_ count: Int) -> String {
        let one = #"{"app_user_id":"u","entitlement_id":"plus"}"#
        return #"{"checks":[\#(Array(repeating: one, count: count).joined(separator: ","))]}"#
    }

    @Test("one to a hundred checks are read in order")
    func taken() throws {
        let two = try checks(
            #"{"checks":[{"app_user_id":"a","entitlement_id":"plus"},"#
                + #"{"entitlement_id":"pro","app_user_id":"b"}]}"#)
        #expect(two.appUserIDs == ["a", "b"])
        #expect(two.entitlementIDs == ["plus", "pro"])
        #expect(try checks(check(100)).appUserIDs.count == 100)
    }

    @Test(
        "each field problem has its pointer",
        arguments: [
            ("[]", [""]), ("null", [""]), ("{}", ["/checks"]), (#"{"checks":{}}"#, ["/checks"]),
            (#"{"checks":[]}"#, ["/checks"]), (#"{"checks":[],"a/b":1}"#, ["/a~1b", "/checks"]),
            (#"{"checks":[1]}"#, ["/checks/0"]),
            (#"{"checks":[{}]}"#, ["/checks/0/app_user_id", "/checks/0/entitlement_id"]),
            (
                #"{"checks":[{"app_user_id":"u","entitlement_id":"p","x":1},{"app_user_id":1}]}"#,
                ["/checks/0/x", "/checks/1/app_user_id", "/checks/1/entitlement_id"]
            ),
            (#"{"checks":[{"app_user_id":"","entitlement_id":"p"}]}"#, ["/checks/0/app_user_id"]),
        ])
    func wrong(_ json: String, _ pointers: [String]) {
        let failure = #expect(throws: Failure.self) { try checks(json) }
        #expect(failure?.code == .validationFailed)
        #expect(failure?.pointers.map(\.pointer) == pointers)
    }

    @Test("a hundred and one checks are refused")
    func tooMany() {
        #expect(throws: Failure.self) { try checks(check(101)) }
    }
}
