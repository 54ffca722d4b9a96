import Entitlements

/// What a support request about an app user needs first, in twelve lines.
struct UserCard {
    let user: String
    let answers: JSONValue

    var lines: [(head: String, text: String)] {
        let appUser = answers["app_user"]
        return [
            ("who", text([user, appUser?["kind"]?.string, since("created_at", of: appUser)])),
            ("ids", few(appUser?["app_user_ids"]?.array?.map(\.shown))),
            ("household", household),
            ("plan", plan),
            ("may do", few(entitlements)),
            ("purchases", few(purchases(["subscriptions", "purchases"]))),
            ("grants", few(purchases(["grants"]))),
            ("why", answers["explanation"]?["verdict"]?["sentence"]?.string ?? Self.nothing),
            ("next change", nextChange),
        ] + events
    }

    private static let nothing = JSONValue.nothing

    /// How many things one line names.
    private static let maximumNamed = 3

    private var household: String {
        guard let id = answers["app_user"]?["household"]?["household_id"]?.string else {
            return Self.nothing
        }
        let count = answers["household"]?["members"]?.array?.count
        return text([
            id, answers["app_user"]?["household"]?["role"]?.string,
            count.map { "\($0) \($0 == 1 ? "member" : "members")" },
            since("joined_at", of: answers["app_user"]?["household"]),
        ])
    }

    private var plan: String {
        let entitlements = answers["entitlements"]
        return text([
            entitlements?["plan"]?.string ?? "none",
            entitlements?["subscription_status"]?.string.map { "subscription \($0)" },
            answers["explanation"]?["environment"]?.string,
        ])
    }

    private var entitlements: [String] {
        (answers["entitlements"]?["entitlements"]?.object?.members ?? [])
            .filter { $0.value["is_active"] == .bool(true) }
            .map { entitlement in
                let source = entitlement.value["source"]?["kind"]?.string
                return text([entitlement.name, source, until("expires_at", of: entitlement.value)])
            }
    }

    private func purchases(_ kinds: [String]) -> [String] {
        kinds.flatMap { answers["app_user"]?[$0]?.array ?? [] }.map { purchase in
            text([
                purchase["product_id"]?.string, purchase["store"]?.string,
                purchase["environment"] == .string("sandbox") ? "sandbox" : nil,
                purchase["status"]?.string, until("access_ends_at", of: purchase),
            ])
        }
    }

    private var nextChange: String {
        guard let change = answers["explanation"]?["changes"]?.array?.first else {
            return answers["entitlements"]?["next_change_at"]?.string ?? Self.nothing
        }
        return text([change["at"]?.string, change["sentence"]?.string], separator: " ")
    }

    /// The newest entries of the timeline, below one head.
    private var events: [(head: String, text: String)] {
        let entries = (answers["timeline"]?.array ?? []).map { entry in
            text(
                [
                    entry["recorded_at"]?.string, entry["kind"]?.string,
                    ["type", "action", "reason", "product_id"].lazy
                        .compactMap { entry["data"]?[$0]?.string }.first,
                ], separator: " ")
        }
        guard let first = entries.first else { return [("last events", Self.nothing)] }
        return [("last events", first)] + entries.dropFirst().map { ("", $0) }
    }

    private func since(_ member: String, of value: JSONValue?) -> String? {
        value?[member]?.string.map { "since \($0)" }
    }

    private func until(_ member: String, of value: JSONValue) -> String {
        value[member]?.string.map { "until \($0)" } ?? "for ever"
    }

    private func few(_ texts: [String]?) -> String {
        guard let texts, !texts.isEmpty else { return Self.nothing }
        let others = texts.count - Self.maximumNamed
        return texts.prefix(Self.maximumNamed).joined(separator: "; ")
            + (others > 0 ? "; and \(others) more" : "")
    }

    private func text(_ parts: [String?], separator: String = ", ") -> String {
        parts.compactMap(\.self).joined(separator: separator)
    }
}
