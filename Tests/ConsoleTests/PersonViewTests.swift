import Entitlements
import Testing

@testable import Console

@Suite("A person's page")
struct PersonViewTests {
    private let person = parsed(
        """
        {"app_user_ids": ["u_42", "$RCAnonymousID:80"], "kind": "identified",
         "ids": [{"app_user_id": "u_42", "kind": "identified",
             "created_at": "2026-11-18T10:00:00.000Z"},
           {"app_user_id": "$RCAnonymousID:80", "kind": "anonymous",
             "created_at": "2026-11-20T10:00:00.000Z"}],
         "created_at": "2026-11-18T10:00:00.000Z"}
        """)
    private let answers = parsed(
        """
        {"plan": "plus", "subscription_status": "billing_issue", "next_change_at": null,
         "entitlements": {
           "plus": {"is_active": true, "status": "billing_issue", "will_renew": false,
             "expires_at": "2026-11-24T10:00:00.000Z",
             "source": {"kind": "household", "app_user_id": "u_7", "product_id": "plus_monthly",
               "store": "app_store"}}}}
        """)

    private var view: PersonView { PersonView("$RCAnonymousID:80", person, answers, in: place) }

    @Test("shows the plan, the status and its colour")
    func standing() {
        #expect(view.standing["plan"] == .string("plus"))
        #expect(view.standing["status"] == .string("billing issue"))
        #expect(view.standing["tone"] == .string("warn"))
        #expect(view.standing["since"]?["relative"] == .string("3 days ago"))
        #expect(view.standing["next_change"] == .null)
    }

    @Test("shows an entitlement, until when, and who pays if it is another person")
    func entitlement() {
        let plus = view.entitlement("plus", file: .null, why: .null)
        #expect(plus["until_word"] == .string("ends"))
        #expect(plus["until"]?["relative"] == .string("in 3 days"))
        #expect(plus["source"]?["store"] == .string("app store"))
        #expect(plus["source"]?["owner"]?["href"] == .string("/console/shop/users/u_7"))
        let other = view.entitlement("pro", file: .null, why: .null)
        #expect(other["status"] == .string("never had"))
        #expect(other["tone"] == .string("dim"))
        #expect(other["source"] == .null)
    }

    @Test("shows entitlements they had, then others of the file or of features, at most a hundred")
    func entitlementIDs() {
        let features = parsed(
            """
            {"features": {"scan": {"entitlement_id": "pro", "unlocked_by": [
              {"entitlement_id": "plus"}, {"entitlement_id": "max"}]}}}
            """)
        #expect(view.entitlementIDs(features, file: .null) == ["plus", "pro", "max"])
        let file = parsed(#"{"entitlements": [{"id": "solo"}, {"id": "pro"}]}"#)
        #expect(view.entitlementIDs(.null, file: file) == ["plus", "solo", "pro"])
        let many = JSONValue.array((1...200).map { .members(["id": .string("e_\($0)")]) })
        let shown = view.entitlementIDs(.null, file: .members(["entitlements": many]))
        #expect(shown.count == 100 && shown.first == "plus")
    }

    @Test("says of an entitlement that the tenant file lacks it, unless the file is not known")
    func missing() {
        let file = parsed(#"{"entitlements": [{"id": "pro"}]}"#)
        for (file, isMissing) in [(file, true), (parsed("{}"), true), (.null, false)] {
            let shown = view.entitlement("plus", file: file, why: .null)
            #expect(shown["is_missing"] == .bool(isMissing))
        }
        #expect(view.entitlement("pro", file: file, why: .null)["is_missing"] == .bool(false))
    }

    @Test("names all ids with their kind, and marks the one that was asked for")
    func ids() {
        let ids = view.namedIDs.array ?? []
        #expect(ids.map { $0["is_asked"] } == [.bool(false), .bool(true)])
        #expect(ids.map { $0["kind"] } == [.string("identified"), .string("anonymous")])
        #expect(ids.last?["since"]?["relative"] == .string("1 day ago"))
        #expect(ids.last?["href"] == .string("/console/shop/users/%24RCAnonymousID%3A80"))
    }
}
