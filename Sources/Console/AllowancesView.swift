package import Entitlements

/// What a person may still use, and what their app shows them.
package struct AllowancesView: Sendable {
    private let place: Place

    package init(in place: Place) {
        self.place = place
    }

    /// Each limit of an answer of `getLimits`, with how much of it is used.
    package func limits(_ answer: JSONValue) -> JSONValue {
        .array(
            (answer["limits"]?.object?.members ?? []).map { member in
                let limit = member.value
                let pool = limit.value("pool")
                return .members([
                    "name": .string(member.name),
                    "used": .string(limit["used"]?.plainText ?? "0"),
                    "limit": .string(limit["limit"]?.plainText ?? "unlimited"),
                    "remaining": .string(limit["remaining"]?.plainText ?? "unlimited"),
                    "resets": Moment.shown(limit["resets_at"], now: place.now),
                    "is_throttled": limit.value("throttled"),
                    "pool": pool.isNull
                        ? .null
                        : .members(["own_used": .string(pool["own_used"]?.plainText ?? "0")]),
                ])
            })
    }

    /// Each credit of an answer of `getCredits`.
    package static func credits(_ answer: JSONValue) -> JSONValue {
        .array(
            (answer["credits"]?.object?.members ?? []).map { member in
                let owed = member.value["owed"]?.plainText ?? "0"
                return .members([
                    "name": .string(member.name),
                    "balance": .string(member.value["balance"]?.plainText ?? "0"),
                    "spent": .string(member.value["spent"]?.plainText ?? "0"),
                    "owed": owed == "0" ? .null : .string(owed),
                ])
            })
    }

    /// Each notice of an answer of `getNotices`.
    package func notices(_ answer: JSONValue, of person: String) -> JSONValue {
        .array(
            answer.list("notices").map { notice in
                let severity = notice.text("severity")
                return .members([
                    "id": notice.value("notice_id"), "kind": .words(notice["kind"]?.string),
                    "severity": .words(severity),
                    "tone": .string(
                        severity == "critical" ? "bad" : severity == "warning" ? "warn" : "dim"),
                    "since": Moment.shown(notice["since"], now: place.now),
                    "until": Moment.shown(notice["until"], now: place.now),
                    "dismiss": ActsView.quick(
                        .dismiss, upon: person, ["notice_id": notice.text("notice_id")], in: place),
                ])
            })
    }

    /// Each note of an answer of `listNotes`.
    package func notes(_ page: JSONValue) -> JSONValue {
        .array(
            page.list("data").map { note in
                .members([
                    "note": note.value("note"),
                    "author": note["author_name"]?.string.map(JSONValue.string)
                        ?? note.value("author"),
                    "time": Moment.shown(note["written_at"], now: place.now),
                ])
            })
    }
}
