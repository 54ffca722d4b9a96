extension TenantDefinition {
    /// The rules for reading the tenant's app users from RevenueCat's REST API.
    ///
    /// The values here are the defaults. Without an API key, nothing is read.
    package struct SnapshotPolicy: Encodable, Sendable, Equatable {
        package var api = API.v1

        /// RevenueCat's id of the project; required for v2, whose paths begin with it.
        package var project: String?
        package static let maximumProjectBytes = 100

        /// The requests per minute that all of the tenant's servers together may make to
        /// RevenueCat.
        package var requestsPerMinute = 480
        package static let requestsPerMinuteRange = 10...600_000

        package init() {}
    }
}

extension TenantDefinition.SnapshotPolicy {
    /// A version of RevenueCat's API.
    ///
    /// Each API key works with one version only.
    package enum API: String, CaseIterable, Encodable, Sendable {
        case v1
        case v2
    }
}
