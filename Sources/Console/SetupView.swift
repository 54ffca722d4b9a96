package import Entitlements

/// The setup of a tenant: what it lacks, its secrets, and its file with what was and would be
/// changed.
package enum SetupView {
    /// Returns what an answer of `examineTenant` says is done and missing, with the command that
    /// mends it.
    package static func checklist(
        _ setup: JSONValue, of slug: String, in place: Place
    ) -> JSONValue {
        let missing = setup.texts("missing_secrets")
        let secrets =
            missing.isEmpty
            ? "The webhook's secrets are set."
            : "Secrets of the webhook are missing: \(missing.joined(separator: ", "))."
        let received = setup.word("received_at")
        let arriving =
            received == nil
            ? "No webhook has arrived yet." : "Webhooks arrive; the last one was received"
        let state = setup.word("key_state") ?? ""
        let lacksKey = ["missing", "refused"].contains(state)
        let unknown = setup.texts("unknown_products")
        let products =
            unknown.isEmpty
            ? "Every product that was sold is in the tenant file."
            : "Sold, and not in the tenant file: \(unknown.joined(separator: ", "))."
        let set = "hearth tenants secrets set \(slug) --kind"
        return .array([
            item(missing.isEmpty, secrets, missing.first.map { "\(set) \($0)" }),
            item(
                received != nil && setup.word("refused_since") == nil, arriving,
                "hearth webhooks status \(slug)",
                Moment.shown(received.map(JSONValue.string), now: place.now)),
            item(
                state == "recognised", keySentence(state),
                lacksKey ? "\(set) revenuecat-api-key --stdin" : nil),
            item(unknown.isEmpty, products, "hearth tenants apply FILE"),
        ])
    }

    private static func keySentence(_ state: String) -> String {
        switch state {
        case "recognised": "RevenueCat's REST API is read."
        case "missing": "There is no key for RevenueCat's REST API, so nothing is compared."
        case "refused": "RevenueCat refuses the key for its REST API."
        case "not_recognised":
            "Snapshots list none of the purchases that webhooks reported. Does the key belong to "
                + "another project?"
        default: "The key for RevenueCat's REST API has not been tried yet."
        }
    }

    private static func item(
        _ isDone: Bool, _ sentence: String, _ command: String?, _ time: JSONValue = .null
    ) -> JSONValue {
        .members([
            "is_done": .bool(isDone), "sentence": .string(sentence),
            "command": isDone ? .null : command.map(JSONValue.string) ?? .null, "time": time,
        ])
    }

    /// Of `listSealedSecrets`.
    package static let secrets = PageTable(
        "Secrets", empty: "There is no secret. Set one with hearth tenants secrets set.",
        [
            .code("Kind", "kind"),
            .cells("Of") { row in
                let name = row.word("name") ?? ""
                return name.isEmpty ? [] : [.code(name)]
            },
            .number("Slot", "slot"),
        ])

    /// Of `listDefinitions`.
    package static let history = PageTable(
        "Applied files", empty: "No file was applied.",
        [
            .cells("Version") { row in
                let version = row.integer("definition_version")
                return [.way(String(version), to: "tenant?version=\(version)")]
            },
            .time("Applied", "applied_at"), .text("By", "applied_by"),
        ])

    /// The changes of `getDefinition`, and of the plan of `putCatalog`.
    package static let changes = PageTable(
        "Changes", empty: "Nothing differs.",
        [
            .cells("Change") { row in
                let change = row.word("change") ?? ""
                return [.state(change, tones[change] ?? .dim)]
            },
            .text("In", "section"), .code("Of", "id"),
            .cells("Before") { written($0["before"]) }, .cells("After") { written($0["after"]) },
        ])

    private static let tones: [String: Cell.Tone] = ["added": .good, "removed": .bad]

    /// A value as a word if it is one, else as JSON.
    private static func written(_ value: JSONValue?) -> [Cell] {
        guard let value, !value.isNull else { return [] }
        return [.code(value.string ?? String(decoding: value.canonicalBytes, as: UTF8.self))]
    }

    /// Who would gain and lose an entitlement.
    package static let people = PageTable(
        "People", empty: "No person gains or loses an entitlement.",
        [
            .cells("Entitlement") { [.code($0.word("entitlement_id") ?? "")] },
            .cells("Would") { row in
                let verb = row.word("verb") ?? ""
                return [.state(verb, verb == "lose" ? .bad : .good)]
            },
            .number("People", "count"),
            .cells("Among them") { row in row.texts("app_user_ids").map { .link(.person, $0) } },
        ])

    /// Returns what a file would change, by an answer of `putCatalog`.
    package static func planned(_ answer: JSONValue, in place: Place) -> JSONValue {
        let plan = answer["plan"] ?? .null
        return .members([
            "outcome": answer["outcome"] ?? .null,
            "changes": changes.shown(plan["changes"]?.array ?? [], in: place),
            "people": people.shown(peopleRows(plan), in: place),
            "removes": plan["removes"] ?? .null,
            "is_incomplete": .bool(plan["is_complete"] == .bool(false)),
        ])
    }

    /// Returns the rows of ``people`` from the `plan` of an answer of `putCatalog`.
    static func peopleRows(_ plan: JSONValue) -> [JSONValue] {
        [("losing", "lose"), ("gaining", "gain")].flatMap { member, verb in
            (plan[member]?.object?.members ?? []).map { entitlement in
                .members([
                    "entitlement_id": .string(entitlement.name), "verb": .string(verb),
                    "count": entitlement.value["count"] ?? .null,
                    "app_user_ids": entitlement.value["app_user_ids"] ?? .null,
                ])
            }
        }
    }

    /// Returns the table of `listAPIKeys`; `own` is the id of the key that the page is shown by.
    package static func keys(own: String) -> PageTable {
        PageTable(
            "Keys", empty: "The tenant has no key. Create one for your server.",
            [
                .text("Name", "name"), .code("Id", "key_id"), .text("Kind", "kind"),
                .time("Created", "created_at"),
                .time("Last used", "last_used_at"),
                .cells("State") { row in
                    if let revoked = row.word("revoked_at") {
                        return [.state("revoked", .dim), .time(revoked)]
                    }
                    let isOwn = row.word("key_id") == own
                    return [.state("live", .good)] + (isOwn ? [.text("· this session's")] : [])
                },
                .cells("Act") { row in
                    guard row.word("revoked_at") == nil, let id = row.word("key_id") else {
                        return []
                    }
                    return [
                        .act(
                            RowAct(
                                form: .revokeKey, page: "keys/revoke", values: ["key_id": id]))
                    ]
                },
            ])
    }
}
