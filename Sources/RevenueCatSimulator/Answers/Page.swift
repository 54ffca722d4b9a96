import Entitlements

/// The parameters of a v2 list.
package struct PageRequest: Sendable {
    /// The list's path, without host: `/v2/projects/…/aliases`.
    package var path: String
    /// `http://127.0.0.1:8081`, for absolute links.
    package var origin: String
    package var limit: Int
    /// The id of the previous page's last item, decoded.
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
    /// Returns a page of v2: the items after the cursor, and a link to the next page.
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
