import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

extension ConsoleAttack {
    /// What belongs to another tenant of the installation.
    static let tenants: [ConsoleAttack] = [
        ConsoleAttack("every page of another tenant") { console in
            var achieved: [String] = []
            for id in ["person", "event"].map({ "\($0)_\(AttackedConsole.secret)" }) {
                for target in console.addresses(of: .get, in: console.other.slug, id: id)
                where target.contains(console.other.slug) {
                    achieved += console.shown(try await console.open(target), at: target)
                }
            }
            return achieved
        },
        ConsoleAttack("every form of another tenant") { console in
            var achieved: [String] = []
            for id in ["person", "event"].map({ "\($0)_\(AttackedConsole.secret)" }) {
                for target in console.addresses(of: .post, in: console.other.slug, id: id)
                where target.contains(console.other.slug) {
                    achieved += console.shown(
                        try await console.send(console.form(target)), at: target)
                }
            }
            return achieved
        },
        ConsoleAttack("another tenant's ids on every page of one's own") { console in
            let household = try await console.householdOfOther()
            var achieved: [String] = []
            for id in [
                "person_\(AttackedConsole.secret)", "event_\(AttackedConsole.secret)", household,
            ] {
                for target in console.addresses(of: .get, id: id) {
                    achieved += console.known(try await console.open(target), at: target)
                }
                for page in ["search?query=", "events?app_user_id=", "audit?app_user_id="] {
                    let target = "\(console.browser.root)/\(page)\(id)"
                    achieved += console.known(try await console.open(target), at: target)
                }
            }
            return achieved
        },
        ConsoleAttack("another tenant's ids in every form of one's own") { console in
            let household = try await console.householdOfOther()
            let before = try await console.records()
            for id in [
                "person_\(AttackedConsole.secret)", "event_\(AttackedConsole.secret)", household,
            ] {
                let fields = [
                    "app_user_id", "into", "orphan_id", "merge_id", "grant_id", "household_id",
                    "endpoint_id", "run_id", "key_id", "confirmation", "code",
                ].map { "\($0)=\(id)" }.joined(separator: "&")
                for target in console.addresses(of: .post, id: id)
                where target != "/console/sign-out" {
                    _ = try await console.send(
                        console.form(
                            target, body: "form_token=\(console.browser.formToken)&\(fields)"))
                }
            }
            return console.achieved([
                "the other tenant changed": try await console.records() != before
            ])
        },
        ConsoleAttack("another tenant in a header, a field or the address") { console in
            let answer = try await console.open(
                "\(console.browser.root)/users/person_\(AttackedConsole.secret)"
                    + "?tenant=\(console.other.slug)&tenant_slug=\(console.other.slug)",
                headers: [
                    ("Hearth-Tenant", console.other.slug),
                    ("X-Original-URL", "/console/\(console.other.slug)"),
                    ("Authorization", "Bearer \(console.otherKey)"),
                ])
            return console.known(answer, at: "the person's page")
        },
        ConsoleAttack("another tenant's name in the list of tenants") { console in
            let answer = try await console.open("/console")
            return console.achieved([
                "it is listed": answer.text.contains(console.other.slug),
                "another tenant is opened": answer["location"] != console.browser.root,
            ])
        },
        ConsoleAttack("a session of one key beside the cookie of another") { console in
            let cookie = try await console.signIn("key=\(console.otherKey)").cookie ?? ""
            let answer = try await console.open(
                "/console/\(console.other.slug)", cookies: ["\(console.browser.cookie); \(cookie)"])
            return answer.status == 303 ? [] : ["\(answer.status)"]
        },
    ]
}

extension AttackedConsole {
    /// Says whether an answer is a page, or names what belongs to the other tenant.
    fileprivate func shown(_ answer: RawHTTPResponse, at target: String) -> [String] {
        [403, 404].contains(answer.status)
            ? known(answer, at: target) : ["\(target): \(answer.status)"]
    }

    /// Says whether an answer holds what only the other tenant knows.
    fileprivate func known(_ answer: RawHTTPResponse, at target: String) -> [String] {
        // An unknown person is shown without any right, as the API answers.
        let isKnown =
            answer.status >= 500 || answer.text.contains("2999-01-01")
            || answer.text.contains("INITIAL_PURCHASE") || answer.text.contains("state active")
        return isKnown ? ["\(target): \(answer.status)"] : []
    }

    fileprivate func householdOfOther() async throws -> String {
        let answer = try await api.send(
            "createHousehold", "POST", "/v1/households", key: otherKey,
            headers: [("Content-Type", "application/json"), ("Idempotency-Key", "household")],
            body: JSONValue.members([
                "owner_app_user_id": .string("person_\(Self.secret)")
            ]).bytes)
        return try answer.json["household_id"]?.string ?? ""
    }

    /// What the other tenant has, as far as acts change it: the person, and the audit.
    fileprivate func records() async throws -> [String] {
        var texts: [String] = []
        for target in [
            "/v1/users/person_\(Self.secret)/entitlements?as_of=2030-01-01T00:00:00.000Z",
            "/v1/users/person_\(Self.secret)/household", "/v1/admin/audit_entries",
            "/v1/admin/users/person_\(Self.secret)/timeline",
        ] {
            let head =
                "GET \(target) HTTP/1.1\r\nHost: hearth.test\r\n"
                + "Authorization: Bearer \(otherKey)\r\n\r\n"
            let answer = try await RawHTTPConnection.with(port: api.port) { connection in
                try await connection.send(head)
                return try await connection.response()
            }
            texts.append(answer.text.replacing(#/"as_of":"[^"]*"/#, with: ""))
        }
        return texts
    }
}
