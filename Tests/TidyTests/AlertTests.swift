import Testing

@Suite("Alerts and dashboards name what exists")
struct AlertTests {
    private static let rules = "examples/prometheus/rules.yaml"
    private static let readers = Repository.files.filter {
        $0.path == rules || $0.isUnder("examples/grafana") && $0.fileExtension == "json"
    }

    @Test("each alert leads to a section of the handbook that names it")
    func runbooks() throws {
        let rules = try #require(Repository.file(Self.rules))
        #expect(rules.text.contains("- alert: "))
        expectNone(lostAlerts(in: rules) { Repository.file($0) })
    }

    @Test("each metric of an alert or a dashboard is described, and each metric of ours")
    func metrics() throws {
        let described = try #require(described)
        #expect(Self.readers.count == 2)
        expectNone(Self.readers.flatMap { unknownMetrics(in: $0, described: described) })
        let sources = Repository.swift.map(\.file)
            .filter { $0.isUnder("Sources") && $0.text.contains("label: ") }
        expectNone(
            sources.flatMap { file in
                names(of: #/label: "(hearth_[a-z_]+)"/#, in: file)
                    .filter { !described.contains($0.name) }
                    .map { file.finding($0.line, "\($0.name): add it to MetricDescriptions") }
            })
    }

    @Test("each value that an alert or a dashboard selects stands in the sources")
    func values() {
        let sources = Repository.files.filter { $0.isUnder("Sources") || $0.isUnder("sql") }
            .map(\.text).joined()
        expectNone(Self.readers.flatMap { unknownValues(in: $0, sources: sources) })
    }

    @Test(
        "an alert without a section, or with one that does not name it, is found",
        arguments: [
            ("docs/a.md#here", 0), ("docs/a.md#there", 1), ("docs/a.md#nowhere", 1),
            ("docs/b.md#here", 1),
        ])
    func lostAlertIsFound(runbook: String, count: Int) {
        let handbook = SourceFile(path: "docs/a.md", text: "## Here\n\n`HearthA`\n\n## There\n")
        let rules = SourceFile(
            path: Self.rules,
            text: "  - alert: HearthA\n    expr: a\n    annotations:\n      runbook: \(runbook)\n")
        let found = lostAlerts(in: rules) { $0 == handbook.path ? handbook : nil }
        #expect(found.count == count)
    }

    @Test("an alert without a runbook is found")
    func alertWithoutRunbookIsFound() {
        let rules = SourceFile(path: Self.rules, text: "- alert: A\n  expr: a\n- alert: B\n")
        #expect(lostAlerts(in: rules) { _ in nil }.map(\.line) == [1, 3])
    }

    @Test(
        "a metric or a value that is not there is found",
        arguments: [
            (#"sum(hearth_a_total{kind="x"})"#, 0, 0), (#"hearth_t_seconds_bucket{le="1"}"#, 0, 0),
            (#"hearth_b_total"#, 1, 0), (#"hearth_a_total_bucket"#, 1, 0),
            (#"hearth_a_total{kind=~"x|y"}"#, 0, 1), (#"hearth_a_total{kind!=\"z\"}"#, 0, 1),
            (#"hearth_a_total{tenant=~"$tenant",status=~"5.."}"#, 0, 0),
        ])
    func unknownNameIsFound(query: String, metrics: Int, values: Int) {
        let file = SourceFile(path: Self.rules, text: query + "\n")
        let described: Set = ["hearth_a_total", "hearth_t_seconds"]
        #expect(unknownMetrics(in: file, described: described).count == metrics)
        #expect(unknownValues(in: file, sources: #"case "x""#).count == values)
    }
}

extension AlertTests {
    private var described: Set<String>? {
        Repository.file("Sources/EntitlementsAPI/Metrics/MetricDescriptions.swift").map { ours in
            let process = Repository.file("Sources/Prometheus/ProcessMetrics.swift")
            return Set(
                [ours, process].compactMap(\.self).flatMap {
                    names(of: #/"((?:hearth|process)_[a-z_]+)":/#, in: $0).map(\.name)
                })
        }
    }

    private func lostAlerts(
        in rules: SourceFile, handbook: (String) -> SourceFile?
    ) -> [Finding] {
        let alerts = names(of: #/- alert: (\w+)/#, in: rules)
        let runbooks = names(of: #/runbook: (\S+)/#, in: rules)
        return alerts.enumerated().compactMap { index, alert in
            let end = index + 1 < alerts.count ? alerts[index + 1].line : Int.max
            let target = runbooks.first { $0.line > alert.line && $0.line < end }?.name ?? ""
            let parts = target.split(separator: "#").map(String.init)
            let section = parts.count == 2 ? handbook(parts[0])?.section(parts[1]) : nil
            guard section?.contains("`\(alert.name)`") != true else { return nil }
            return rules.finding(
                alert.line, "\(alert.name): name a section of the handbook that names the alert")
        }
    }

    private func unknownMetrics(in file: SourceFile, described: Set<String>) -> [Finding] {
        names(of: #/\b((?:hearth|process)_[a-z_]+)/#, in: file).compactMap { found in
            let family = found.name.replacing(#/_seconds_(bucket|sum|count)$/#, with: "_seconds")
            guard !described.contains(family) else { return nil }
            return file.finding(found.line, "\(found.name) is no metric of Hearth")
        }
    }

    /// Labels whose values come from outside: requests, tenants, machines, Prometheus.
    private static let open: Set<String> = [
        "alertname", "alertstate", "instance", "job", "le", "mountpoint", "status", "tenant",
    ]

    private func unknownValues(in file: SourceFile, sources: String) -> [Finding] {
        file.lines.enumerated().flatMap { index, line in
            let selectors = line.replacing("\\\"", with: "\"")
                .matches(of: #/(\w+)(?:=|!)[=~]?"([^"]*)"/#)
                .filter { !Self.open.contains(String($0.1)) }
            let values: [Substring] = selectors.flatMap { Array($0.2.split(separator: "|")) }
            // A pattern with `.+` is compared with the metrics of a server.
            return values.filter { !$0.contains(".+") }
                .filter { !sources.contains("\"\($0)\"") && !sources.contains("'\($0)'") }
                .map { file.finding(index + 1, "\($0) stands nowhere in the sources") }
        }
    }

    private func names(
        of pattern: Regex<(Substring, Substring)>, in file: SourceFile
    ) -> [(line: Int, name: String)] {
        file.lines.enumerated().flatMap { index, line in
            line.matches(of: pattern).map { (index + 1, String($0.1)) }
        }
    }
}
