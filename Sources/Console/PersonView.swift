package import Entitlements

/// A person's page: who they are and what they may do.
package struct PersonView: Sendable {
    private let place: Place
    private let id: String
    private let person: JSONValue
    private let answers: JSONValue

    /// Creates the view of the id in the address, from two answers of the API.
    ///
    /// `person` is that of `getProfile`, of `getAppUser` if the key may not see who they are, and
    /// null if no app user has the id; `answers` is that of `getEntitlements`.
    package init(_ id: String, _ person: JSONValue, _ answers: JSONValue, in place: Place) {
        self.place = place
        self.id = id
        self.person = person
        self.answers = answers
    }

    /// All ids of the person, or the one in the address.
    package var ids: [String] {
        let known = person.list("app_user_ids").compactMap(\.string)
        return known.isEmpty ? [id] : known
    }

    /// The plan, the status, the kind and when the person was first seen.
    package var standing: JSONValue {
        let status = answers["subscription_status"]?.string
        return .members([
            "plan": answers.value("plan"),
            "status": .words(status), "tone": .string(Self.tone(status, isActive: isActive)),
            "kind": person.value("kind"), "is_known": .bool(!person.isNull),
            "since": Moment.shown(person["created_at"], now: place.now),
            "next_change": Moment.shown(answers["next_change_at"], now: place.now),
        ])
    }

    /// Name, e-mail, country, what was paid and all attributes; null for who may not see them.
    package var profile: JSONValue {
        guard person["attributes"] != nil else { return .null }
        let attributes = person.list("attributes").map { attribute in
            JSONValue.members([
                "name": attribute.value("name"), "value": attribute.value("value"),
                "set": Moment.shown(attribute["updated_at"], now: place.now),
            ])
        }
        let paid = person.list("paid").map { sum in
            JSONValue.members([
                "paid": ChargesView.money(sum),
                "refunded": sum["refunded"]?.plainText == "0"
                    ? .null
                    : ChargesView.money(
                        .members([
                            "amount": sum.value("refunded"), "currency": sum.value("currency"),
                        ])),
            ])
        }
        return .members([
            "name": person.value("display_name"), "email": person.value("email"),
            "country": person.value("country_code"), "paid": .array(paid),
            "attributes": .array(attributes), "has_attributes": .bool(!attributes.isEmpty),
        ])
    }

    /// Each id with its kind and since when, and whether it is the one in the address.
    package var namedIDs: JSONValue {
        let known = person.list("ids")
        let ids = known.isEmpty ? [.members(["app_user_id": .string(id)])] : known
        return .array(
            ids.map { own in
                let id = own.text("app_user_id")
                return .members([
                    "id": .string(id), "href": .string(place.path(.person, id)),
                    "kind": own.value("kind"),
                    "since": Moment.shown(own["created_at"], now: place.now),
                    "is_asked": .bool(id == self.id),
                ])
            })
    }

    /// The entitlements to show, at most a hundred: those that are or were theirs, then others of
    /// the tenant file, or that a feature of it names.
    ///
    /// `file` is the definition of `getDefinition`; null if the key may not read it.
    package func entitlementIDs(_ features: JSONValue, file: JSONValue) -> [String] {
        var ids = (answers["entitlements"]?.object?.members ?? []).map(\.name)
        for id in Self.entitlementIDs(of: file) ?? [] where !ids.contains(id) { ids.append(id) }
        for feature in features["features"]?.object?.members ?? [] {
            let unlocking = feature.value.list("unlocked_by").map { $0.text("entitlement_id") }
            for id in [feature.value.text("entitlement_id")] + unlocking
            where !id.isEmpty && !ids.contains(id) {
                ids.append(id)
            }
        }
        return Array(ids.prefix(100))
    }

    /// The entitlements of a definition; nil if it is not known.
    private static func entitlementIDs(of file: JSONValue) -> [String]? {
        file.isNull ? nil : file.list("entitlements").map { $0.text("id") }
    }

    /// One entitlement: its state, until when, and through what; with its explanation.
    ///
    /// RevenueCat may name one that the tenant file, whose definition `file` is, lacks.
    package func entitlement(_ name: String, file: JSONValue, why: JSONValue) -> JSONValue {
        let answer = answers["entitlements"]?[name] ?? .null
        let isActive = answer["is_active"] == .bool(true)
        let status = answer["status"]?.string
        return .members([
            "name": .string(name),
            "is_missing": .bool(Self.entitlementIDs(of: file)?.contains(name) == false),
            "status": .words(status ?? "never had"),
            "tone": .string(Self.tone(status, isActive: isActive)),
            "is_opened": .bool(!self.isActive),
            "until": Moment.shown(answer["expires_at"], now: place.now),
            "until_word": .string(
                isActive ? (answer["will_renew"] == .bool(true) ? "renews" : "ends") : "ended"),
            "source": source(answer.value("source")), "why": why,
        ])
    }

    /// Each feature of the tenant file, and whether it is allowed.
    package static func features(_ answer: JSONValue) -> JSONValue {
        .array(
            (answer["features"]?.object?.members ?? []).map { feature in
                let isAllowed = feature.value["is_allowed"] == .bool(true)
                return .members([
                    "name": .string(feature.name),
                    "state": .string(isAllowed ? "allowed" : "not allowed"),
                    "tone": .string(isAllowed ? "good" : "dim"),
                    "reason": .words(feature.value["reason"]?.string),
                    "entitlement": feature.value.value("entitlement_id"),
                ])
            })
    }

    private var isActive: Bool {
        (answers["entitlements"]?.object?.members ?? []).contains {
            $0.value["is_active"] == .bool(true)
        }
    }

    private func source(_ source: JSONValue) -> JSONValue {
        guard !source.isNull else { return .null }
        let owner = source.text("app_user_id")
        let isOther = !owner.isEmpty && !ids.contains(owner)
        return .members([
            "kind": .words(source["kind"]?.string),
            "product": source.value("product_id"), "store": .words(source["store"]?.string),
            "owner": isOther
                ? .members(["id": .string(owner), "href": .string(place.path(.person, owner))])
                : .null,
        ])
    }

    /// How a state is coloured; the word says the same.
    static func tone(_ status: String?, isActive: Bool) -> String {
        switch status {
        case nil, "none": "dim"
        case "cancelled", "billing_issue", "paused": isActive ? "warn" : "bad"
        default: isActive ? "good" : "bad"
        }
    }
}
