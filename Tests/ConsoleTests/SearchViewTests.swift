import Entitlements
import Testing

@testable import Console

@Suite("A search")
struct SearchViewTests {
    private let view = SearchView(in: place)

    @Test("leads to the one person that every result names")
    func onlyPerson() {
        let one = parsed(
            #"{"data": [{"app_user_id": "u/1"}, {"app_user_id": "u/1"}], "has_more": false}"#)
        #expect(view.onlyPerson(one) == "/console/shop/users/u%2F1")
        let two = parsed(
            #"{"data": [{"app_user_id": "u"}, {"app_user_id": "v"}], "has_more": false}"#)
        #expect(view.onlyPerson(two) == nil)
        #expect(
            view.onlyPerson(parsed(#"{"data": [{"app_user_id": "u"}], "has_more": true}"#)) == nil)
        #expect(view.onlyPerson(parsed(#"{"data": [], "has_more": false}"#)) == nil)
    }

    @Test("shows how each result was found")
    func rows() {
        let found = parsed(
            """
            {"data": [{"app_user_id": "u", "kind": null, "matched_by": "attribute",
              "matched": "a@example.com", "attribute": "$email"}]}
            """)
        let row = view.rows(found).array?.first
        #expect(row?["kind"] == .string("named by an event only"))
        #expect(row?["by"] == .string("attribute"))
        #expect(row?["attribute"] == .string("$email"))
    }
}
