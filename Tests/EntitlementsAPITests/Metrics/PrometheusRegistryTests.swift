import Metrics
import Testing

@testable import Prometheus

@Suite("Metrics in Prometheus's format")
struct PrometheusRegistryTests {
    private func text(_ registry: PrometheusRegistry) -> String {
        String(decoding: registry.text(), as: UTF8.self)
    }

    @Test("a counter and a gauge have labels")
    func countersAndGauges() {
        let registry = PrometheusRegistry(descriptions: ["hearth_a_total": "Counts \\ a\nline."])
        Counter(label: "hearth_a_total", dimensions: [("b", "x\"y\\z\nw")], factory: registry)
            .increment(by: 2)
        Counter(label: "hearth_a_total", dimensions: [("b", "x\"y\\z\nw")], factory: registry)
            .increment()
        let gauge = Gauge(label: "hearth.c-d", factory: registry)
        gauge.record(1.5)
        Meter(label: "hearth_e", factory: registry).set(-3)
        #expect(
            text(registry) == """
                # HELP hearth_a_total Counts \\\\ a\\nline.
                # TYPE hearth_a_total counter
                hearth_a_total{b="x\\"y\\\\z\\nw"} 3
                # TYPE hearth_c_d gauge
                hearth_c_d 1.5
                # TYPE hearth_e gauge
                hearth_e -3

                """)
    }

    @Test("a timer is a histogram of seconds with cumulative buckets")
    func timer() throws {
        let registry = PrometheusRegistry(descriptions: [:])
        let timer = Timer(label: "hearth_t_seconds", factory: registry)
        timer.recordNanoseconds(500_000)
        timer.recordMilliseconds(30)
        timer.recordSeconds(100)
        let lines = text(registry).split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE hearth_t_seconds histogram")
        #expect(lines.contains(#"hearth_t_seconds_bucket{le="0.0005"} 1"#))
        #expect(lines.contains(#"hearth_t_seconds_bucket{le="0.025"} 1"#))
        #expect(lines.contains(#"hearth_t_seconds_bucket{le="0.05"} 2"#))
        #expect(lines.contains(#"hearth_t_seconds_bucket{le="10"} 2"#))
        #expect(lines.contains(#"hearth_t_seconds_bucket{le="+Inf"} 3"#))
        #expect(lines.contains("hearth_t_seconds_sum 100.0305"))
        #expect(lines.last == "hearth_t_seconds_count 3")
    }

    @Test("label combinations beyond the limit count as other")
    func cardinality() {
        let registry = PrometheusRegistry(maximumSeriesPerMetric: 2, descriptions: [:])
        for tenant in ["a", "b", "c", "d", "a"] {
            Counter(label: "n_total", dimensions: [("tenant", tenant)], factory: registry)
                .increment()
        }
        #expect(
            text(registry) == """
                # TYPE n_total counter
                n_total{tenant="a"} 2
                n_total{tenant="b"} 1
                n_total{tenant="other"} 2

                """)
    }

    @Test("a histogram has bounds of its own, and a maximum of its own")
    func histograms() {
        let registry = PrometheusRegistry(
            maximumSeriesPerHistogram: 1, descriptions: [:], bounds: ["h": [1, 60]])
        for (tenant, seconds) in [("a", 60.0), ("b", 61), ("c", 0.5)] {
            Recorder(
                label: "h", dimensions: [("tenant", tenant)], aggregate: true, factory: registry
            ).record(seconds)
        }
        #expect(
            text(registry) == """
                # TYPE h histogram
                h_bucket{tenant="a",le="1"} 0
                h_bucket{tenant="a",le="60"} 1
                h_bucket{tenant="a",le="+Inf"} 1
                h_sum{tenant="a"} 60
                h_count{tenant="a"} 1
                h_bucket{tenant="other",le="1"} 1
                h_bucket{tenant="other",le="60"} 1
                h_bucket{tenant="other",le="+Inf"} 2
                h_sum{tenant="other"} 61.5
                h_count{tenant="other"} 2

                """)
    }

    @Test("two kinds with one name leave the text well-formed")
    func kindsCollide() {
        let registry = PrometheusRegistry(descriptions: [:])
        Counter(label: "n", factory: registry).increment()
        Gauge(label: "n", factory: registry).record(7)
        #expect(text(registry) == "# TYPE n counter\nn 1\n")
    }

    @Test("each line conforms to the format")
    func everyLine() throws {
        let registry = PrometheusRegistry(descriptions: [:])
        Counter(label: "9 lives!", dimensions: [("a:b", "c"), ("1", "é")], factory: registry)
            .increment()
        Timer(label: "t", dimensions: [("route", "/a{b}")], factory: registry).recordSeconds(1)
        Gauge(label: "g", factory: registry).record(Double.infinity)
        Gauge(label: "h", factory: registry).record(Double.nan)
        let comment = /# (HELP|TYPE) [a-zA-Z_:][a-zA-Z0-9_:]* .+/
        let label = #"[a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*""#
        let number = "(NaN|[+-]Inf|-?[0-9][0-9.e+-]*)"
        let sample = try Regex(
            #"[a-zA-Z_:][a-zA-Z0-9_:]*(\{\#(label)(,\#(label))*\})? \#(number)"#)
        for line in text(registry).split(separator: "\n") {
            #expect(
                line.wholeMatch(of: comment) != nil || line.wholeMatch(of: sample) != nil, "\(line)"
            )
        }
    }
}
