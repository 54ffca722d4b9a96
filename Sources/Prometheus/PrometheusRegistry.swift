package import Metrics
import Synchronization

/// Stores all metrics of the process and writes them as Prometheus text (exposition format 0.0.4).
///
/// It bootstraps `MetricsSystem`. Each metric has a maximum number of label combinations; further
/// ones are counted together. So callers cannot exhaust memory here or in Prometheus with new
/// labels. A histogram has as many lines as ten other metrics, and a lower maximum.
package final class PrometheusRegistry: MetricsFactory {
    private let maximumSeriesPerMetric: Int
    private let maximumSeriesPerHistogram: Int
    private let descriptions: [String: String]
    private let bounds: [String: [Double]]
    private let families = Mutex<[String: MetricFamily]>([:])

    /// - Parameters:
    ///   - maximumSeriesPerMetric: The label combinations of a metric; further ones are counted as
    ///     one.
    ///   - maximumSeriesPerHistogram: The same, for a histogram.
    ///   - descriptions: The sentence for each metric's `# HELP` line, by its name.
    ///   - bounds: The buckets' ascending upper bounds of a histogram, by its name, where the usual
    ///     ones do not suit it.
    package init(
        maximumSeriesPerMetric: Int = 1000, maximumSeriesPerHistogram: Int = 100,
        descriptions: [String: String], bounds: [String: [Double]] = [:]
    ) {
        self.maximumSeriesPerMetric = maximumSeriesPerMetric
        self.maximumSeriesPerHistogram = maximumSeriesPerHistogram
        self.descriptions = descriptions
        self.bounds = bounds
    }

    /// Returns all metrics, ordered by name and labels.
    package func text() -> [UInt8] {
        let families = self.families.withLock { $0 }
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.append(family, named: name, description: descriptions[name])
        }
        return text.bytes
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { PrometheusCounter() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { PrometheusGauge() }
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { PrometheusGauge() } }
        return histogram(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    /// Records a total that is counted elsewhere, such as by the kernel.
    package func recordTotal(_ name: String, _ total: Double) {
        series(name, [], .counter) { PrometheusTotal() }.set(total)
    }

    // A series outlives its handle: Prometheus would read a counter that starts again at zero as a
    // restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func histogram(
        _ label: String, _ dimensions: [(String, String)]
    ) -> PrometheusHistogram {
        series(label, dimensions, .histogram) {
            PrometheusHistogram(
                upperBounds: bounds[PrometheusText.metricName(label)]
                    ?? PrometheusHistogram.usualUpperBounds)
        }
    }

    /// Returns the series with these labels; creates it if necessary.
    private func series<Series: MetricSeries>(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricFamily.Kind,
        make: () -> Series
    ) -> Series {
        let name = PrometheusText.metricName(label)
        let labels = dimensions.map { MetricLabel(name: PrometheusText.labelName($0), value: $1) }
        return families.withLock { families in
            var family = families[name] ?? MetricFamily(kind: kind)
            // One name cannot have two kinds; the first kind keeps the name.
            guard family.kind == kind else { return make() }
            let maximum = kind == .histogram ? maximumSeriesPerHistogram : maximumSeriesPerMetric
            let kept = family.labelsKept(for: labels, maximumSeries: maximum)
            if let known = family.series[kept] as? Series { return known }
            let new = make()
            family.series[kept] = new
            families[name] = family
            return new
        }
    }
}

/// All series of one metric.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    let kind: Kind
    var series: [[MetricLabel]: any MetricSeries] = [:]

    init(kind: Kind) {
        self.kind = kind
    }

    /// Returns the labels while there is room; after that, the same names with the value `other`.
    fileprivate func labelsKept(for labels: [MetricLabel], maximumSeries: Int) -> [MetricLabel] {
        if series[labels] != nil || series.count < maximumSeries { return labels }
        return labels.map { MetricLabel(name: $0.name, value: "other") }
    }
}

struct MetricLabel: Sendable, Hashable {
    let name: String
    let value: String
}
