import Entitlements

/// Reads the `retention` of a tenant file.
enum RetentionReader {
    private typealias Retention = TenantDefinition.Retention

    static func read(_ value: FileValue?) -> TenantDefinition.Retention {
        var retention = Retention()
        let section = value?.section(of: ["event_bodies_days", "runs_days"])
        section?.read("event_bodies_days", into: &retention.eventBodiesDays) {
            $0.wholeNumber(in: Retention.eventBodiesDaysRange)
        }
        section?.read("runs_days", into: &retention.runsDays) {
            $0.wholeNumber(in: Retention.runsDaysRange)
        }
        return retention
    }
}
