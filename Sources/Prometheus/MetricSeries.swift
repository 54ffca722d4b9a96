import Metrics
import Synchronization

/// One line of the metrics text, or the group of lines of a histogram.
protocol MetricSeries: AnyObject, Sendable {
    func write(name: String, labels: [MetricLabel], to text: inout PrometheusText)
}

final class PrometheusCounter: CounterHandler, MetricSeries {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        value.store(0, ordering: .relaxed)
    }

    func write(name: String, labels: [MetricLabel], to text: inout PrometheusText) {
        text.appendLine(name, labels, String(value.load(ordering: .relaxed)))
    }
}

/// A counter whose total is known as a whole.
final class PrometheusTotal: MetricSeries {
    private let total = Mutex<Double>(0)

    func set(_ newTotal: Double) { total.withLock { $0 = newTotal } }

    func write(name: String, labels: [MetricLabel], to text: inout PrometheusText) {
        text.appendLine(name, labels, PrometheusText.number(total.withLock { $0 }))
    }
}

final class PrometheusGauge: RecorderHandler, MeterHandler, MetricSeries {
    private let value = Mutex<Double>(0)

    func record(_ newValue: Int64) { set(Double(newValue)) }
    func record(_ newValue: Double) { set(newValue) }
    func set(_ newValue: Int64) { set(Double(newValue)) }
    func set(_ newValue: Double) { value.withLock { $0 = newValue } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func write(name: String, labels: [MetricLabel], to text: inout PrometheusText) {
        text.appendLine(name, labels, PrometheusText.number(value.withLock { $0 }))
    }
}

/// Counts in fixed buckets.
///
/// Timers are recorded in seconds, as Prometheus recommends.
final class PrometheusHistogram: RecorderHandler, TimerHandler, MetricSeries {
    /// From half a millisecond, a fast lookup, to the longest a call may take.
    static let usualUpperBounds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let upperBounds: [Double]
    private let state: Mutex<State>

    init(upperBounds: [Double]) {
        self.upperBounds = upperBounds
        state = Mutex(State(counts: [Int](repeating: 0, count: upperBounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = upperBounds.firstIndex { value <= $0 } ?? upperBounds.count
        state.withLock {
            $0.counts[bucket] += 1
            $0.sum += value
        }
    }

    func write(name: String, labels: [MetricLabel], to text: inout PrometheusText) {
        let state = state.withLock { $0 }
        var count = 0
        for (bound, observed) in zip(upperBounds + [.infinity], state.counts) {
            count += observed
            let bucket = labels + [MetricLabel(name: "le", value: PrometheusText.number(bound))]
            text.appendLine(name + "_bucket", bucket, String(count))
        }
        text.appendLine(name + "_sum", labels, PrometheusText.number(state.sum))
        text.appendLine(name + "_count", labels, String(count))
    }
}
