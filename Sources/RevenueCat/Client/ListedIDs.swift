/// A page of a project's app user ids.
package struct ListedIDs: Sendable, Equatable {
    package let appUserIDs: [String]
    /// The link to the next page, as RevenueCat wrote it; nil on the last page.
    package let nextPage: String?
}
