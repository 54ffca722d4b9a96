import Entitlements

extension ClientCall {
    /// All items of a v2 list, and the date of its first page.
    struct List: Sendable {
        var items: [JSONObject] = []
        var date: Timestamp?
    }

    /// Reads all pages; nil if RevenueCat does not know the customer.
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

    /// Rethrows a field problem as `unreadable`.
    func understood<Value>(
        _ value: @autoclosure () throws(RevenueCatFields.FieldError) -> Value
    ) throws(RevenueCatError) -> Value {
        do throws(RevenueCatFields.FieldError) {
            return try value()
        } catch {
            throw .unreadable(reason: error.reason)
        }
    }
}
