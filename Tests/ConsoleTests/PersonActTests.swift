import Entitlements
import Testing

@testable import Console

@Suite("An act upon a person")
struct PersonActTests {
    private let id = "$RC/1"

    private func operation(
        _ act: PersonAct, isPreview: Bool = false, _ fields: [String: String] = [:]
    ) throws -> String {
        let made = try act.operation(upon: id, isPreview: isPreview, key: "k", fields)
        let body = made.body.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        return "\(made.method) \(made.target) \(body)"
    }

    @Test("is one operation of the API, with everything encoded")
    func operations() throws {
        let user = "/v1/users/%24RC%2F1"
        #expect(try operation(.sync) == "POST \(user)/sync ")
        #expect(
            try operation(.note, ["note": "hi"])
                == #"POST /v1/admin/users/%24RC%2F1/notes {"note":"hi"}"#)
        #expect(
            try operation(.claim, isPreview: true, ["orphan_id": "o"])
                == #"POST \#(user)/claims {"orphan_id":"o","dry_run":true}"#)
        #expect(
            try operation(.undo, ["merge_id": "../x", "reason": "r"])
                == #"POST /v1/merges/..%2Fx/undo {"reason":"r"}"#)
        #expect(
            try operation(.revoke, ["grant_id": "g", "reason": "a&b"])
                == "DELETE \(user)/grants/g?reason=a%26b ")
        #expect(
            try operation(.remove, ["household_id": "h", "member": "m"])
                == "DELETE /v1/households/h/members/m?reason=removed ")
        #expect(
            try operation(.grant, ["entitlement_id": "plus", "duration": "lifetime"])
                == #"POST \#(user)/grants {"entitlement_id":"plus","reason":null,"duration":null,"#
                + #""lifetime":true,"extends":false}"#)
    }

    @Test("leaves what is wrong with a number to the API")
    func numbers() throws {
        let fields = ["credit_id": "c", "reason": "r", "amount": "−5"]
        #expect(
            try operation(.adjust, fields)
                == #"POST /v1/users/%24RC%2F1/credits/c/adjust {"amount":-5,"#
                + #""reference":"console k","reason":"r"}"#)
        #expect(try operation(.adjust, ["amount": "five"]).contains(#""amount":"five""#))
    }

    @Test("erases only if the id was typed, byte for byte")
    func confirmation() throws {
        for typed in [nil, "", "$RC/2", "$rc/1"] {
            #expect(throws: Failure.self) {
                try PersonAct.erase.operation(
                    upon: id, isPreview: false, key: "k",
                    typed.map { ["confirmation": $0] } ?? [:])
            }
        }
        #expect(try operation(.erase, ["confirmation": id]) == "DELETE /v1/users/%24RC%2F1 ")
    }
}

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
            act: .identify, values: ["anonymous_app_user_id": "anon"], preview: merge)
        let form = try #require(forms(tried: tried).first { $0["name"] == .string("identify") })
        #expect(form["needs_preview"] == .bool(false))
        #expect(form["preview"]?["purchases"] == .array([.string("p")]))
        #expect(form["fields"]?.array?.first?["value"] == .string("anon"))
        #expect(form["fields"]?.array?.first?["is_fixed"] == .bool(true))
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
