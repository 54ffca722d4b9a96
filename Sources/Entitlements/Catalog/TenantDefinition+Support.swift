extension TenantDefinition {
    /// What a support key may do for people.
    ///
    /// The value here is the default.
    package struct SupportRules: Sendable, Equatable, Encodable {
        /// Within how many days a grant by a support key must end; a month.
        package var maxGrantDays = 31
        package static let maxGrantDaysRange = 1...3_650

        package init() {}
    }
}
