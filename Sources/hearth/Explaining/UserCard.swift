import Entitlements

/// What a support request about an app user needs first, in fourteen lines.
struct UserCard {
    let user: String
    let answers: JSONValue

    var lines: [(head: String, text: ShownLine)] {
        let appUser = answers["app_user"]
        return [
            ("who", text(["\(user)", word(appUser?["kind"]), since("created_at", of: appUser)])),
            ("name", few(names)),
            ("ids", few((appUser?["app_user_ids"]?.array ?? []).map { "\($0.shown)" })),
            ("household", household),
            ("plan", plan),
            ("may do", few(entitlements)),
            ("purchases", few(purchases(["subscriptions", "purchases"]))),
            ("paid", few(paid)),
            ("grants", few(purchases(["grants"]))),
            ("why", word(answers["explanation"]?["verdict"]?["sentence"]) ?? Self.nothing),
            ("next change", nextChange),
        ] + events
    }

    private static let nothing: ShownLine = "\(JSONValue.nothing)"

    /// How many things one line names.
    private static let maximumNamed = 3

    private var household: ShownLine {
        guard let id = answers["app_user"]?["household"]?["household_id"]?.string else {
            return Self.nothing
        }
        let count = answers["household"]?["members"]?.array?.count
        return text([
            "\(id)", word(answers["app_user"]?["household"]?["role"]),
            count.map { "\($0) \($0 == 1 ? "member" : "members")" },
            since("joined_at", of: answers["app_user"]?["household"]),
        ])
    }

    private var plan: ShownLine {
        let entitlements = answers["entitlements"]
        return text([
            word(entitlements?["plan"]) ?? "none",
            entitlements?["subscription_status"]?.string.map { "subscription \(status: $0)" },
            word(answers["explanation"]?["environment"]),
        ])
    }

    private var entitlements: [ShownLine] {
        (answers["entitlements"]?["entitlements"]?.object?.members ?? [])
            .filter { $0.value["is_active"] == .bool(true) }
            .map { entitlement in
                text([
                    "\(entitlement.name)", word(entitlement.value["source"]?["kind"]),
                    until("expires_at", of: entitlement.value),
                ])
            }
    }

    private func purchases(_ kinds: [String]) -> [ShownLine] {
        kinds.flatMap { answers["app_user"]?[$0]?.array ?? [] }.map { purchase in
            text([
                word(purchase["product_id"]), word(purchase["store"]),
                purchase["environment"] == .string("sandbox") ? "sandbox" : nil,
                purchase["status"]?.string.map { "\(status: $0)" },
                until("access_ends_at", of: purchase),
            ])
        }
    }

    private var names: [ShownLine] {
        ["display_name", "email"].compactMap { word(answers["app_user"]?[$0]) }
    }

    private var paid: [ShownLine] {
        (answers["app_user"]?["paid"]?.array ?? []).map { sum in
            let amount = (sum["amount"] ?? .null).shown
            let currency = (sum["currency"] ?? .null).shown
            let refunded = (sum["refunded"] ?? .integer(0)).shown
            let paid: ShownLine = "\(amount) \(currency)"
            return refunded == "0" ? paid : text([paid, "\(refunded) refunded"])
        }
    }

    private var nextChange: ShownLine {
        guard let change = answers["explanation"]?["changes"]?.array?.first else {
            return word(answers["entitlements"]?["next_change_at"]) ?? Self.nothing
        }
        return text([word(change["at"]), word(change["sentence"])], separator: " ")
    }

    /// The newest entries of the timeline, below one head.
    private var events: [(head: String, text: ShownLine)] {
        let entries = (answers["timeline"]?.array ?? []).map { entry in
            text(
                [
                    word(entry["recorded_at"]), word(entry["kind"]),
                    ["type", "action", "reason", "product_id"].lazy
                        .compactMap { word(entry["data"]?[$0]) }.first,
                ], separator: " ")
        }
        guard let first = entries.first else { return [("last events", Self.nothing)] }
        return [("last events", first)] + entries.dropFirst().map { ("", $0) }
    }

    private func word(_ value: JSONValue?) -> ShownLine? {
        value?.string.map { "\($0)" }
    }

    private func since(_ member: String, of value: JSONValue?) -> ShownLine? {
        value?[member]?.string.map { "since \($0)" }
    }

    private func until(_ member: String, of value: JSONValue) -> ShownLine {
        value[member]?.string.map { "until \($0)" } ?? "forever"
    }

    private func few(_ texts: [ShownLine]) -> ShownLine {
        guard !texts.isEmpty else { return Self.nothing }
        let others = texts.count - Self.maximumNamed
        let more: [ShownLine] = others > 0 ? ["and \(others) more"] : []
        return (texts.prefix(Self.maximumNamed) + more).joined(separator: "; ")
    }

    private func text(_ parts: [ShownLine?], separator: String = ", ") -> ShownLine {
        parts.compactMap(\.self).joined(separator: separator)
    }
}
