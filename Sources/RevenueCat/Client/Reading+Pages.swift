import Entitlements

extension Reading {
    /// All of a list of v2, and when its first page was written.
    struct List: Sendable {
        var items: [JSONObject] = []
        var date: Timestamp?
    }

    /// Nil where RevenueCat does not know whose list that is.
    func list(_ path: String) async throws(RevenueCatError) -> List? {
        var url = server.url(path)
        guard let first = try await get(url) else { return nil }
        var list = List(date: first.date)
        var page = first
        var seen: Set<String> = [url]
        while true {
            let fields = RevenueCatFields(page.body)
            list.items += try understood(try fields.required("items", fields.objects))
            guard let link = try understood(try fields.link("next_page")) else { return list }
            guard let next = server.url(ofNextPage: link) else {
                throw .unreadable(reason: "next_page_elsewhere")
            }
            guard seen.insert(next).inserted else {
                throw .unreadable(reason: "next_page_seen_before")
            }
            guard seen.count <= settings.maximumPages else {
                throw .unreadable(reason: "too_many_pages")
            }
            url = next
            guard let answer = try await get(url) else {
                throw .unreadable(reason: "next_page_missing")
            }
            page = answer
        }
    }

    /// Says of an answer that cannot be understood that it is unreadable.
    func understood<Value>(
        _ value: @autoclosure () throws(RevenueCatFields.Trouble) -> Value
    ) throws(RevenueCatError) -> Value {
        do throws(RevenueCatFields.Trouble) {
            return try value()
        } catch {
            throw .unreadable(reason: error.reason)
        }
    }
}
