extension TenantDefinition {
    /// How many days is kept what is repeated elsewhere; evidence and the audit are kept for ever.
    ///
    /// The values here are the defaults.
    package struct Retention: Sendable, Equatable, Encodable {
        /// The body of a webhook event, from when it was applied.
        package var eventBodiesDays = 90
        package static let eventBodiesDaysRange = 7...3_650

        /// Ended runs and the drift that they found.
        package var runsDays = 365
        package static let runsDaysRange = 30...3_650

        package init() {}
    }
}
