import Entitlements
import Testing

@testable import Console

@Suite("The forms of a person's page")
struct ActsViewTests {
    private func forms(
        _ choices: [String: [(value: String, label: String)]] = [:], tried: ActsView.Tried? = nil
    ) -> [JSONValue] {
        ActsView(upon: "u_1", isAnonymous: false, choices: choices, tried: tried, in: place)
            .forms.array ?? []
    }

    @Test("a form is offered only if there is something to choose")
    func available() {
        let names = forms().map { $0["name"] }
        #expect(names == ["sync", "identify", "claim", "erase"].map(JSONValue.string))
        let more = forms(["merge_id": [("m", "merge")]]).map { $0["name"] }
        #expect(more.contains(.string("undo")))
    }

    @Test("a preview is shown with the form as it was filled in, and only then the act's button")
    func preview() throws {
        let merge = parsed(
            """
            {"outcome": "merged", "app_user": {"app_user_ids": ["u_1", "anon"]},
             "household": null, "moved": {"app_user_ids": ["anon"], "purchases": [],
               "subscriptions": [{"id": "1", "product_id": "p"}], "usage": [], "credits": []}}
            """)
        let fresh = try #require(forms().first { $0["name"] == .string("identify") })
        #expect(fresh["needs_preview"] == .bool(true))
        #expect(fresh["is_open"] == .bool(false))
        let tried = ActsView.Tried(
            form: .identify, values: ["anonymous_app_user_id": "anon"], preview: merge)
        let form = try #require(forms(tried: tried).first { $0["name"] == .string("identify") })
        #expect(form["needs_preview"] == .bool(false))
        #expect(form["preview"]?["purchases"] == .array([.string("p")]))
        #expect(form["fields"]?.array?.first?["value"] == .string("anon"))
        #expect(form["fields"]?.array?.first?["is_readonly"] == .bool(true))
    }

    @Test("a page loses the forms of operations that are not permitted, alone and in lists")
    func permitted() {
        let page = JSONValue.members([
            "acts": .array(forms()), "one": forms().first ?? .null,
            "rest": .array([.null, .string("x")]),
        ])
        let kept = page.keepingForms { $0 == "syncAppUser" }
        #expect(kept["acts"]?.array?.map { $0["name"] } == [.string("sync")])
        #expect(kept["one"]?["name"] == .string("sync"))
        #expect(kept["rest"] == page["rest"])
        #expect(page.keepingForms { _ in false }["one"] == .null)
    }

    @Test("merges that were undone, and grants that ended, are no choice")
    func choices() {
        let audit = parsed(
            """
            {"data": [{"action": "undo", "merge_id": "m1"},
              {"action": "merge", "merge_id": "m1", "recorded_at": "2026-11-21T10:00:00.000Z"},
              {"action": "claim", "merge_id": "m2", "recorded_at": "2026-11-20T10:00:00.000Z",
               "app_user_ids": ["a", "b"]}]}
            """)
        #expect(ActChoices.merges(audit).map(\.value) == ["m2"])
        #expect(ActChoices.merges(audit).map(\.label) == ["2026-11-20 claim: a, b"])
        let grants = parsed(
            """
            {"data": [{"grant_id": "g1", "status": "active", "entitlement_id": "plus",
              "expires_at": null}, {"grant_id": "g2", "status": "revoked"}]}
            """)
        #expect(ActChoices.grants(grants).map(\.label) == ["plus forever"])
    }
}

@Suite("A form of an operation")
struct OperationFormTests {
    private func fields(
        _ form: OperationForm, _ values: [String: String] = [:], isTried: Bool = false
    ) -> [JSONValue] {
        form.shown(to: "/there", values, isTried: isTried)["fields"]?.array ?? []
    }

    @Test("has the document's bounds and words, and what is fixed is not shown")
    func bounds() {
        let note = fields(.note)[0]
        #expect(note["is_text"] == .bool(true))
        #expect(note["maximum"] == .string("255"))
        let amount = fields(.adjust)[1]
        #expect(amount["least"] == .string("-1000000"))
        #expect(amount["greatest"] == .string("1000000"))
        #expect(fields(.replay)[0]["greatest"] == .null)
        let kinds = fields(.createKey)[1]["choices"]?.array ?? []
        #expect(
            kinds.map { $0["value"] } == [.string("read"), .string("support"), .string("secret")])
        #expect(fields(.switchOff).isEmpty)
    }

    @Test("is filled in at first, and as it was sent after that")
    func values() {
        let first = fields(.startRun)
        #expect(first.map { $0["is_checked"] }.last == .bool(true))
        #expect(first[2]["value"] == .string("50"))
        let again = fields(.startRun, ["scope": "user"], isTried: true)
        #expect(again[0]["choices"]?.array?.last?["is_chosen"] == .bool(true))
        #expect(again.map { $0["is_checked"] }.last == .bool(false))
        let chosen = { (fields: [JSONValue]) in
            fields.last?["choices"]?.array?.filter { $0["is_chosen"] == .bool(true) }.map {
                $0["value"]
            }
        }
        #expect(chosen(fields(.addEndpoint)) == [.string("environments_production")])
        let sandbox = ["environments_sandbox": "true"]
        #expect(
            chosen(fields(.addEndpoint, sandbox, isTried: true))
                == [.string("environments_sandbox")])
    }

    @Test("has a name of its own")
    func names() {
        #expect(OperationForm.all.allSatisfy { OperationForm.named($0.name)?.title == $0.title })
        #expect(OperationForm.named("fly") == nil)
    }
}
