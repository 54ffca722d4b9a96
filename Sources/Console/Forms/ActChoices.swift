package import Entitlements

/// What the fields of a choice offer, from answers of the API.
package enum ActChoices {
    package typealias Choice = (value: String, label: String)

    /// The merges and claims of an answer of `listAuditEntries` that were not undone.
    package static func merges(_ audit: JSONValue) -> [Choice] {
        let entries = audit.list("data")
        let undone = entries.filter { $0.text("action") == "undo" }.map { $0.text("merge_id") }
        return entries.compactMap { entry in
            let id = entry.text("merge_id")
            guard ["merge", "claim"].contains(entry.text("action")), !id.isEmpty,
                !undone.contains(id)
            else { return nil }
            let ids = entry.list("app_user_ids").compactMap(\.string).joined(separator: ", ")
            return (id, "\(entry.text("recorded_at").prefix(10)) \(entry.text("action")): \(ids)")
        }
    }

    /// The grants of an answer of `listGrants` that can be revoked.
    package static func grants(_ page: JSONValue) -> [Choice] {
        page.list("data").compactMap { grant in
            guard !["revoked", "expired"].contains(grant.text("status")) else { return nil }
            let subject = grant["entitlement_id"]?.string ?? grant.text("product_id")
            let end = grant["expires_at"]?.string.map { "until \($0.prefix(10))" } ?? "forever"
            return (grant.text("grant_id"), "\(subject) \(end)")
        }
    }

    /// The open campaigns of an answer of `listCampaigns`.
    package static func campaigns(_ page: JSONValue) -> [Choice] {
        page.list("data").filter { $0["is_open"] == .bool(true) }.map {
            ($0.text("campaign_id"), $0.text("campaign_id"))
        }
    }

    /// The credits of an answer of `getCredits`.
    package static func credits(_ answer: JSONValue) -> [Choice] {
        (answer["credits"]?.object?.members ?? []).map { ($0.name, $0.name) }
    }

    /// The durations that a grant may have; the last never ends.
    package static let durations: [Choice] = [
        ("P7D", "7 days"), ("P1M", "1 month"), ("P3M", "3 months"), ("P1Y", "1 year"),
        ("lifetime", "forever"),
    ]
}
