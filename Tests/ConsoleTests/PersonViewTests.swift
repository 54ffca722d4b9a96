import Entitlements
import Testing

@testable import Console

@Suite("A person's page")
struct PersonViewTests {
    @Test("shows each entitlement with its state")
    func showsEntitlements() throws {
        let answers = try JSONParser.parse(
            Array(
                """
                {"entitlements": {"plus": {"status": "active", "expires_at": null,
                  "source": {"kind": "own"}}}}
                """.utf8))
        let view = PersonView(.null, answers, .null)
        #expect(
            view.entitlements
                == .array([
                    .members([
                        "name": .string("plus"), "state": .string("active"), "until": .null,
                        "source": .string("own"),
                    ])
                ]))
    }
}
