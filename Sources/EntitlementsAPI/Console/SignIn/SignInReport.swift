import Logging
import Metrics
import Prometheus

/// Counts sign-ins to the console by outcome, and logs them without the key's secret.
struct SignInReport: Sendable {
    let registry: PrometheusRegistry

    /// How a browser showed who it is.
    enum Way: String, Sendable {
        case key, link
    }

    func signedIn(by way: Way, _ keyID: String?, _ visitor: ConsoleVisitor) {
        count("signed_in")
        visitor.logger.info(
            "A browser signed in to the console", metadata: metadata(way, keyID, visitor))
    }

    /// The caller limits how many there are, so that they do not fill the log.
    func refused(by way: Way, _ keyID: String?, _ visitor: ConsoleVisitor) {
        count("refused")
        visitor.logger.warning(
            "A sign-in to the console was refused", metadata: metadata(way, keyID, visitor))
    }

    /// Counts a wrong sign-in beyond the limit, of which the log has no line.
    func limited() {
        count("limited")
    }

    private func count(_ outcome: String) {
        Counter(
            label: "hearth_console_sign_ins_total", dimensions: [("outcome", outcome)],
            factory: registry
        ).increment()
    }

    private func metadata(
        _ way: Way, _ keyID: String?, _ visitor: ConsoleVisitor
    ) -> Logger.Metadata {
        ["by": way.rawValue, "key_id": keyID, "address": visitor.address]
            .compactMapValues { $0.map { "\($0)" } }
    }
}
