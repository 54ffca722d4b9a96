extension TenantDefinition {
    /// What phones may do with end users' tokens.
    ///
    /// The values here are the defaults.
    package struct EndUserRules: Sendable, Equatable {
        /// The limits that a phone may use without the tenant's server.
        package var mayConsume: Set<LimitID> = []

        /// How many changes one end user may ask for in a minute.
        package var writesPerMinute = defaultWritesPerMinute
        package static let defaultWritesPerMinute = 60
        package static let writesPerMinuteRange = 1...6_000

        /// The pages and web views that may call `/v1/me` from another origin.
        package var origins: Set<WebOrigin> = []
        package static let maximumOrigins = 50

        package init() {}
    }
}
