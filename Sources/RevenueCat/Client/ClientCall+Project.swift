import Entitlements

/// v2: the ids of a project.
extension ClientCall {
    /// Reads a page of a project's customers: the one that `page` links to, or the first.
    func listedIDs(
        of project: Project, page: String?
    ) async throws(RevenueCatError) -> ListedIDs {
        let first = project.path("customers?limit=\(Self.idsPerPage)")
        guard let url = page.map(server.url(ofNextPage:)) ?? server.url(first) else {
            throw .unreadable(reason: "next_page_elsewhere")
        }
        guard let answer = try await get(url) else {
            throw .unreadable(reason: page == nil ? "project_missing" : "next_page_missing")
        }
        let fields = RevenueCatFields(answer.body)
        var ids: [String] = []
        for item in try understood(try fields.required("items", fields.objects)) {
            let customer = RevenueCatFields(item)
            ids.append(try understood(try customer.required("id", customer.text)))
        }
        let next = try understood(try fields.link("next_page"))
        guard next.map({ server.url(ofNextPage: $0) != nil }) ?? true else {
            throw .unreadable(reason: "next_page_elsewhere")
        }
        return ListedIDs(appUserIDs: ids, nextPage: next)
    }

    private static let idsPerPage = 100
}
