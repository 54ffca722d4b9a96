extension TenantDefinition {
    /// An app user whose sandbox purchases count as production for a time, as those of App Review.
    package struct SandboxTester: Hashable, Sendable {
        package let appUserID: String
        /// From then on, they count in the sandbox only.
        package let until: Timestamp

        package static let maximumCount = 100
        package static let maximumIDBytes = 1_500

        package init(appUserID: String, until: Timestamp) {
            self.appUserID = appUserID
            self.until = until
        }
    }
}

extension TenantDefinition.SandboxTester: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, until
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(appUserID, forKey: .id)
        try json.encode(until.rfc3339, forKey: .until)
    }
}
