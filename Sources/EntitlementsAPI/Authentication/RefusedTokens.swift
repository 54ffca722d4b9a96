import Entitlements
import Logging
import Metrics
import Prometheus

/// Counts refused tokens by reason, and logs them.
///
/// Any sender can send wrong tokens, so the log gets at most one entry per tenant, reason and
/// minute. It has no token and no app user id.
final class RefusedTokens: Sendable {
    static let intervalSeconds: Int64 = 60

    private struct Entry: Hashable {
        /// The slug; nil if the request named no tenant that exists.
        let tenant: String?
        let reason: String
    }

    private let registry: PrometheusRegistry
    private let notes: OncePerInterval<Entry>

    init(registry: PrometheusRegistry, maximumEntries: Int = 10_000) {
        self.registry = registry
        notes = OncePerInterval(
            intervalSeconds: Self.intervalSeconds, maximumKeys: maximumEntries)
    }

    /// Counts the refusal, and logs it with the tenant's slug if that is due; the reason is one of
    /// a few constants.
    func note(_ reason: String, tenant: String?, at moment: Timestamp, logger: Logger) {
        Counter(
            label: "hearth_token_refusals_total", dimensions: [("reason", reason)],
            factory: registry
        ).increment()
        let entry = Entry(tenant: tenant, reason: reason)
        guard let others = notes.othersIfDue(entry, at: moment) else { return }
        var metadata: Logger.Metadata = [
            "reason": "\(reason)", "refused_since_last_line": "\(others)",
        ]
        metadata["tenant"] = tenant.map { "\($0)" }
        logger.info("A token was refused", metadata: metadata)
    }
}
