import Entitlements

/// What a tenant file changes, for a terminal.
struct PlanReport {
    private let plan: JSONValue

    /// Parses the plan that the database wrote.
    init(_ json: [UInt8]) throws {
        plan = try JSONParser.parse(json)
    }

    /// Whether it takes access or names from people.
    var removes: Bool { plan["removes"] == .bool(true) }

    /// One line for each change, then one for each entitlement that people lose or gain.
    var lines: [String] {
        let others =
            people("losing", "lose") + people("gaining", "gain")
            + (plan["is_complete"] == .bool(false)
                ? ["  ! there are more people than were compared"] : [])
            + soldProducts
        return Self.lines(ofChanges: plan["changes"] ?? .null)
            + others.map(\.showingControlCharacters)
    }

    /// A line about the products that were sold and that the file lacks; none if it has all.
    private var soldProducts: [String] {
        let ids = (plan["products_not_in_file"]?.array ?? []).compactMap(\.string)
        guard !ids.isEmpty else { return [] }
        let shown = ids.prefix(10) + (ids.count > 10 ? ["…"] : [])
        return ["  ! \(ids.count) sold but not in the file: \(shown.joined(separator: ", "))"]
    }

    static func lines(ofChanges changes: JSONValue) -> [String] {
        (changes.array ?? []).map { change in
            let name = "\(change["section"]?.string ?? "") \(change["id"]?.string ?? "")"
            let line =
                switch change["change"]?.string {
                case "added": "  + \(name)"
                case "removed": "  - \(name)"
                default: "  ~ \(name): \(differences(change["before"], change["after"]))"
                }
            return line.showingControlCharacters
        }
    }

    /// The fields that differ, or the two values.
    private static func differences(_ before: JSONValue?, _ after: JSONValue?) -> String {
        guard let old = before?.object, let new = after?.object else {
            return "\(text(before)) → \(text(after))"
        }
        var names = old.members.map(\.name)
        names += new.members.map(\.name).filter { !names.contains($0) }
        return names.filter { old[$0] != new[$0] }
            .map { "\($0) \(differences(old[$0], new[$0]))" }.joined(separator: ", ")
    }

    /// A value as a tenant file would have it.
    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null: "nothing"
        case .string(let text): text
        case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
        case .object(let object):
            "{ \(object.members.map { "\($0.name): \(text($0.value))" }.joined(separator: ", ")) }"
        case .bool, .integer, .decimal:
            value.map { String(decoding: $0.canonicalBytes, as: UTF8.self) } ?? ""
        }
    }

    private func people(_ member: String, _ verb: String) -> [String] {
        (plan[member]?.object?.members ?? []).map { entitlement in
            let ids = (entitlement.value["app_user_ids"]?.array ?? []).compactMap(\.string)
            let count = entitlement.value["count"].map(Self.text) ?? "0"
            let others = Int(count).map { $0 > ids.count ? ", …" : "" } ?? ""
            return "  ! \(count) app users \(verb) \(entitlement.name): "
                + ids.joined(separator: ", ") + others
        }
    }
}
