import Entitlements

/// What a list of v2 is asked for.
package struct PageRequest: Sendable {
    /// Of the list, without host: `/v2/projects/…/aliases`.
    package var path: String
    /// `http://127.0.0.1:8081`, for links that carry it.
    package var origin: String
    package var limit: Int
    /// The id of the last item of the page before, decoded.
    package var startingAfter: String?

    package static let defaultLimit = 20
    package static let maximumLimit = 1_000

    package init(
        path: String, origin: String, limit: Int = defaultLimit, startingAfter: String? = nil
    ) {
        self.path = path
        self.origin = origin
        self.limit = limit
        self.startingAfter = startingAfter
    }
}

extension World {
    /// A page of v2: the items after the cursor, and where the next page is.
    func page<Item>(
        _ items: [Item], _ request: PageRequest, id: (Item) -> String,
        _ write: (Item, inout JSONWriter) -> Void
    ) -> [UInt8] {
        let start = request.startingAfter.flatMap { cursor in
            items.firstIndex { id($0) == cursor }.map { $0 + 1 }
        }
        let rest = items[(start ?? 0)...]
        let shown = rest.prefix(request.limit)
        let isLast = shown.count == rest.count
        let origin = settings.pageLinks == .absolute ? request.origin : ""
        var json = JSONWriter(reservingBytes: 2_048)
        json.beginObject()
        json.name("items")
        json.beginArray()
        for item in shown { write(item, &json) }
        json.endArray()
        if let last = shown.last, !isLast {
            let cursor = PercentEncoding.encoded(id(last))
            json.member(
                "next_page",
                text: "\(origin)\(request.path)?starting_after=\(cursor)&limit=\(request.limit)")
        } else if settings.pageLinks == .absolute {
            json.member("next_page", text: nil)
        }
        json.member("object", text: "list")
        json.member("url", text: "\(origin)\(request.path)")
        json.endObject()
        return json.bytes
    }
}
