/// A page of the ids that a project has.
package struct ListedIDs: Sendable, Equatable {
    package let appUserIDs: [String]
    /// Where the next page is, as RevenueCat wrote it; nil on the last.
    package let nextPage: String?
}
