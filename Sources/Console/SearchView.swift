package import Entitlements

/// What a search found.
package struct SearchView: Sendable {
    private let place: Place

    package init(in place: Place) {
        self.place = place
    }

    /// Returns the page of the only person in an answer of `findAppUsers`; nil if there is no
    /// person in it, or there are several.
    package func onlyPerson(_ found: JSONValue) -> String? {
        let ids = Set(found.list("data").map { $0.text("app_user_id") })
        guard ids.count == 1, found["has_more"] != .bool(true) else { return nil }
        return ids.first.map { place.path(.person, $0) }
    }

    /// One row for each way in which the text leads to a person.
    package func rows(_ found: JSONValue) -> JSONValue {
        .array(
            found.list("data").map { row in
                .members([
                    "id": row.value("app_user_id"),
                    "href": .string(place.path(.person, row.text("app_user_id"))),
                    "kind": .string(row["kind"]?.string ?? "named by an event only"),
                    "by": .words(row["matched_by"]?.string),
                    "attribute": row.value("attribute"), "matched": row.value("matched"),
                ])
            })
    }
}
