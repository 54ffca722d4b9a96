import Entitlements
import EntitlementsAPI
import Glibc
import Logging
import Metrics
import Prometheus
import ServiceLifecycle
import UnixSignals

/// A process that serves until it is stopped.
///
/// SIGTERM or Ctrl-C stops it in order: it drains for a stated time, in which it still takes
/// requests, and then has the deadline to finish them. A second Ctrl-C stops it at once.
/// Services that hang after the deadline, such as on a silent database, are abandoned.
struct ServerProcess {
    let configuration: Configuration
    let logger: Logger
    /// What says that the server is about to stop; nil for one without a load balancer.
    var draining: Draining?

    /// How long cancelled services may take after the deadline.
    private static let cancellationSeconds = 1

    /// How long they may take if the process was not told to stop; then a trap ends it.
    private static let longestCancellationSeconds = 10

    /// One Ctrl-C can arrive twice: from the terminal, and from a parent process that passes it on.
    private static let echo = Duration.milliseconds(500)

    func run(_ services: [any Service]) async throws {
        raiseOpenFileLimit()
        var configuration = ServiceGroupConfiguration(
            services: services, logger: logger.forLifecycle)
        configuration.maximumGracefulShutdownDuration = .seconds(
            self.configuration.shutdownDeadlineSeconds)
        configuration.maximumCancellationDuration = .seconds(Self.longestCancellationSeconds)
        let group = ServiceGroup(configuration: configuration)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask { await stop(group, at: signals) }
            // Whichever comes first, the end of the services or a second signal, ends the other.
            try await tasks.next()
            tasks.cancelAll()
        }
    }

    /// Stops the services after the first signal; returns at a second one.
    private func stop(_ group: ServiceGroup, at signals: UnixSignalsSequence) async {
        await withDiscardingTaskGroup { stops in
            var stoppingSince: ContinuousClock.Instant?
            for await _ in signals {
                if let since = stoppingSince {
                    guard since.duration(to: monotonicTime()) > Self.echo else { continue }
                    return stops.cancelAll()
                }
                stoppingSince = monotonicTime()
                exitAfterDeadline()
                stops.addTask {
                    await drain()
                    await group.triggerGracefulShutdown()
                }
            }
        }
    }

    private func drain() async {
        guard let draining, configuration.drainSeconds > 0 else { return }
        draining.begin()
        logger.info(
            "Draining before the stop",
            metadata: ["seconds": .stringConvertible(configuration.drainSeconds)])
        // Cancelled by a second signal.
        try? await Task.sleep(for: .seconds(configuration.drainSeconds))
    }

    /// Ends the process if its services have not ended by the deadline.
    ///
    /// Uses a signal, because hanging services may block the threads of all tasks.
    private func exitAfterDeadline() {
        signal(SIGALRM) { _ in
            let message: StaticString = "hearth: stopped before its services had ended\n"
            _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
            _exit(OperatorMessage.ExitStatus.temporaryFailure.rawValue)
        }
        let drainSeconds = draining == nil ? 0 : configuration.drainSeconds
        alarm(
            UInt32(
                drainSeconds + configuration.shutdownDeadlineSeconds + Self.cancellationSeconds))
    }

    /// Raises the limit of open files: each connection is one, and 1,024 are usual.
    private func raiseOpenFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

extension PrometheusRegistry {
    /// Makes every metric of the process use the returned registry.
    ///
    /// Call once per process.
    static func bootstrap() -> PrometheusRegistry {
        let registry = PrometheusRegistry(
            descriptions: MetricDescriptions.all, bounds: MetricDescriptions.bounds)
        MetricsSystem.bootstrap(registry)
        Gauge(label: "hearth_build_info", dimensions: [("version", Release.version)]).record(1)
        return registry
    }
}
