extension TenantDefinition {
    /// How the tenant's people are read back from RevenueCat's REST API.
    ///
    /// What a file leaves out is as it stands here. Without an API key nobody is read back.
    package struct ReadBackPolicy: Sendable, Equatable {
        package var api = API.v1

        /// RevenueCat's id of the project; set for v2, whose addresses begin with it.
        package var project: String?
        package static let maximumProjectBytes = 100

        /// What the tenant may ask of RevenueCat within any minute, all of its servers together.
        package var requestsPerMinute = 480
        package static let requestsPerMinuteRange = 10...600_000

        package init() {}
    }
}

extension TenantDefinition.ReadBackPolicy {
    /// A key is for one of them, and refused by the other.
    package enum API: String, CaseIterable, Sendable {
        case v1
        case v2
    }
}
