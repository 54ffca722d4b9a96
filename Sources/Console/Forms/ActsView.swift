package import Entitlements

/// The forms of a person's page.
package struct ActsView: Sendable {
    private let place: Place
    private let id: String
    private let isAnonymous: Bool
    private let choices: [String: [ActChoices.Choice]]
    private let tried: Tried?

    /// A form that was sent and is shown again.
    package struct Tried: Sendable {
        let form: OperationForm
        let values: [String: String]
        /// What the API answered to a dry run; null without one.
        package var preview: JSONValue

        package init(form: OperationForm, values: [String: String], preview: JSONValue) {
            self.form = form
            self.values = values
            self.preview = preview
        }
    }

    /// Creates the forms upon the id in the address of the page.
    ///
    /// `choices` are what fields of a choice offer, by the name of the field.
    package init(
        upon id: String, isAnonymous: Bool, choices: [String: [ActChoices.Choice]], tried: Tried?,
        in place: Place
    ) {
        self.place = place
        self.id = id
        self.isAnonymous = isAnonymous
        self.choices = choices
        self.tried = tried
    }

    /// The forms at the side of the page, in this order; one without a choice is left out.
    package var forms: JSONValue {
        .array(Self.listed.filter(isAvailable).map(shown))
    }

    private static let listed: [OperationForm] = [
        .sync, .identify, .undo, .claim, .grant, .revoke, .adjust, .code, .erase,
    ]

    /// The forms that a person's page has, at its side or beside what they are about.
    package static let all = listed + [.note, .retry, .remove, .dismiss]

    private func isAvailable(_ form: OperationForm) -> Bool {
        form.fields.allSatisfy { !$0.isOffered || choices[$0.name]?.isEmpty == false }
    }

    /// One form.
    package func shown(_ form: OperationForm) -> JSONValue {
        let tried = tried?.form.name == form.name ? tried : nil
        return form.shown(
            to: Self.address(of: form, upon: id, in: place), tried?.values ?? initial,
            choices: choices, preview: tried?.preview ?? .null, isTried: tried != nil)
    }

    /// The id of the person stands where it fits.
    private var initial: [String: String] {
        [isAnonymous ? "anonymous_app_user_id" : "app_user_id": id]
    }

    /// A form without fields to fill in, which stands beside what the act is about.
    static func quick(
        _ form: OperationForm, upon id: String, _ values: KeyValuePairs<String, String>,
        in place: Place
    ) -> JSONValue {
        .members([
            "carries_out": .string(form.operation), "title": .string(form.title),
            "action": .string(address(of: form, upon: id, in: place)),
            "fields": .array(
                values.map {
                    .members(["name": .string($0.key), "value": .string($0.value)])
                }),
        ])
    }

    private static func address(
        of form: OperationForm, upon id: String, in place: Place
    ) -> String {
        "\(place.path(.person, id))/acts/\(form.name)"
    }

    /// What a merge or a claim would do.
    static func preview(_ merge: JSONValue) -> JSONValue {
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
