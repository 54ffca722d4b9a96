package import Entitlements

/// The forms of a person's page.
package struct ActsView: Sendable {
    private let place: Place
    private let id: String
    private let isAnonymous: Bool
    private let choices: [String: [(value: String, label: String)]]
    private let tried: Tried?

    /// A form that was sent and is shown again.
    package struct Tried: Sendable {
        let act: PersonAct
        let values: [String: String]
        /// What the API answered to a dry run; null without one.
        package var preview: JSONValue

        package init(act: PersonAct, values: [String: String], preview: JSONValue) {
            self.act = act
            self.values = values
            self.preview = preview
        }
    }

    /// Creates the forms upon the id in the address of the page.
    ///
    /// `choices` are what fields of a choice offer, by the name of the field.
    package init(
        upon id: String, isAnonymous: Bool,
        choices: [String: [(value: String, label: String)]], tried: Tried?, in place: Place
    ) {
        self.place = place
        self.id = id
        self.isAnonymous = isAnonymous
        self.choices = choices
        self.tried = tried
    }

    /// The forms at the side of the page, in this order; one without a choice is left out.
    package var forms: JSONValue {
        .array(Self.listed.filter(isAvailable).map(form))
    }

    /// One form alone.
    package func form(_ act: PersonAct) -> JSONValue {
        let own = tried?.act == act ? tried : nil
        let preview = own?.preview ?? .null
        return .members([
            "name": .string(act.rawValue), "title": .string(act.title),
            "about": .string(act.about), "is_open": .bool(own != nil),
            "action": .string("\(place.path(.person, id))/acts/\(act.rawValue)"),
            "fields": .array(act.fields.map { field($0, of: own, isFixed: !preview.isNull) }),
            "is_grave": .bool(act == .erase),
            "needs_preview": .bool(act.hasPreview && preview.isNull),
            "preview": preview.isNull ? .null : Self.preview(preview),
        ])
    }

    /// A form without fields to fill in, which stands beside what the act is about.
    static func quick(
        _ act: PersonAct, upon id: String, _ values: KeyValuePairs<String, String>, in place: Place
    ) -> JSONValue {
        .members([
            "title": .string(act.title),
            "action": .string("\(place.path(.person, id))/acts/\(act.rawValue)"),
            "fields": .array(
                values.map {
                    .members([
                        "name": .string($0.key), "value": .string($0.value),
                        "is_hidden": .bool(true),
                    ])
                }),
        ])
    }

    private static let listed: [PersonAct] = [
        .sync, .identify, .undo, .claim, .grant, .revoke, .adjust, .code, .erase,
    ]

    private func isAvailable(_ act: PersonAct) -> Bool {
        act.fields.allSatisfy { $0.kind != .choice || choices[$0.name]?.isEmpty == false }
    }

    private func field(_ field: ActField, of tried: Tried?, isFixed: Bool) -> JSONValue {
        let value = tried?.values[field.name] ?? initial(field.name)
        let offered = (choices[field.name] ?? []).map { choice in
            JSONValue.members([
                "value": .string(choice.value), "label": .string(choice.label),
                "is_chosen": .bool(choice.value == value),
            ])
        }
        return .members([
            "name": .string(field.name), "label": .string(field.label),
            "hint": field.hint.isEmpty ? .null : .string(field.hint),
            "value": .string(value), "is_required": .bool(field.isRequired),
            "is_text": .bool(field.kind == .text), "is_hidden": .bool(field.kind == .hidden),
            "is_choice": .bool(field.kind == .choice), "is_box": .bool(field.kind == .box),
            "is_checked": .bool(field.kind == .box && !value.isEmpty),
            "is_fixed": .bool(isFixed), "choices": .array(offered),
            "maximum": .string(String(field.maximumCharacters)),
        ])
    }

    /// The id of the person stands where it fits.
    private func initial(_ name: String) -> String {
        switch name {
        case "anonymous_app_user_id": isAnonymous ? id : ""
        case "app_user_id": isAnonymous ? "" : id
        default: ""
        }
    }

    /// What a merge or a claim would do.
    private static func preview(_ merge: JSONValue) -> JSONValue {
        let moved = merge.value("moved")
        let purchases = (moved.list("subscriptions") + moved.list("purchases")).map {
            $0.text("product_id")
        }
        let counted = moved.list("usage").map {
            "\($0.text("limit_id")): \($0["used"]?.plainText ?? "0") used"
        }
        let credits = moved.list("credits").map {
            "\($0.text("credit_id")): \($0["balance"]?.plainText ?? "0")"
        }
        return .members([
            "outcome": .words(merge["outcome"]?.string),
            "ids": .array(moved.list("app_user_ids")),
            "purchases": .array(purchases.map(JSONValue.string)),
            "counts": .array((counted + credits).map(JSONValue.string)),
            "household": merge["household"]?["household_id"] ?? .null,
            "after": .array(merge["app_user"]?.list("app_user_ids") ?? []),
        ])
    }
}
