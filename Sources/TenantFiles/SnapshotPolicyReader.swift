import Entitlements

/// Reads the `revenuecat` section of a tenant file.
enum SnapshotPolicyReader {
    private typealias Policy = TenantDefinition.SnapshotPolicy

    static func read(_ value: FileValue?) -> TenantDefinition.SnapshotPolicy {
        var policy = Policy()
        guard let section = value?.section(of: ["api", "project", "requests_per_minute"]) else {
            return policy
        }
        policy.api = section["api"]?.word(Policy.API.self) ?? policy.api
        policy.project = section["project"]?.projectID()
        policy.requestsPerMinute =
            section["requests_per_minute"]?.wholeNumber(in: Policy.requestsPerMinuteRange)
            ?? policy.requestsPerMinute
        if policy.api == .v2 { _ = section.required("project") }
        return policy
    }
}

extension FileValue {
    /// Returns a project id: letters, digits, `_` and `-`, because it becomes part of a path.
    fileprivate func projectID() -> String? {
        let maximum = TenantDefinition.SnapshotPolicy.maximumProjectBytes
        guard let text = text(maximumBytes: maximum) else { return nil }
        let isPlain = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isPlain { return text }
        report("“\(text)” cannot be the id of a project: proj1a2b3c4d.")
        return nil
    }
}
