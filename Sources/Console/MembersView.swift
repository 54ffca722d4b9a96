package import Entitlements

/// The household of a person, drawn: each seat with its member, and what they pay.
package struct MembersView: Sendable {
    private let place: Place
    private let person: String
    private let ids: [String]

    /// `person` is the id in the address of the page, and `ids` are all ids of the person, whose
    /// seat is marked.
    package init(of person: String, _ ids: [String], in place: Place) {
        self.place = place
        self.person = person
        self.ids = ids
    }

    /// Returns an answer of `getAppUserHousehold` as the template reads it; null for null.
    package func shown(_ household: JSONValue) -> JSONValue {
        guard !household.isNull else { return .null }
        let id = household.text("household_id")
        let total = household["seats"]?["total"]?.plainText.flatMap { Int($0) } ?? 0
        let members = household.list("members")
        let seats = members.map { member(of: household, $0) }
        let free = max(0, min(total, Self.maximumSeats) - members.count)
        return .members([
            "id": .string(id), "href": .string(place.path(.household, id)),
            "name": household.value("name"),
            "seats": .array(seats + Array(repeating: Self.freeSeat, count: free)),
            "taken": .string(household["seats"]?["taken"]?.plainText ?? "0"),
            "total": .string(String(total)),
            "created": Moment.shown(household["created_at"], now: place.now),
        ])
    }

    /// More free seats than this are not drawn.
    private static let maximumSeats = 12

    private func member(of household: JSONValue, _ member: JSONValue) -> JSONValue {
        let id = member.text("app_user_id")
        let isOwner = member.text("role") == "owner"
        let isLeaving = household["leaving"]?.list("app_user_ids").contains(.string(id)) ?? false
        return .members([
            "is_taken": .bool(true), "id": .string(id), "href": .string(place.path(.person, id)),
            "role": member.value("role"), "is_asked": .bool(ids.contains(id)),
            "joined": Moment.shown(member["joined_at"], now: place.now),
            "pays": .array(
                household.list("shares").filter { $0.text("app_user_id") == id }.map { share in
                    .members([
                        "product": share.value("product_id"),
                        "entitlement": share.value("entitlement_id"),
                        "is_held": share.value("is_held"),
                    ])
                }),
            "is_leaving": .bool(isLeaving),
            "remove": isOwner
                ? .null
                : ActsView.quick(
                    .remove, upon: person,
                    [
                        "household_id": household.text("household_id"), "app_user_id": id,
                    ], in: place),
        ])
    }

    private static let freeSeat: JSONValue = .members([
        "is_taken": .bool(false), "id": .null, "href": .null, "role": .null, "joined": .null,
        "is_asked": .bool(false), "pays": .array([]), "is_leaving": .bool(false),
        "remove": .null,
    ])
}
