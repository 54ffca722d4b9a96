/// Writes metrics in Prometheus' text format, version 0.0.4.
package struct PrometheusText {
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var bytes: [UInt8] = []

    mutating func append(_ family: MetricFamily, named name: String, description: String?) {
        if let description {
            append("# HELP \(name) \(Self.escaped(description, quotes: false))\n")
        }
        append("# TYPE \(name) \(family.kind.rawValue)\n")
        let ordered = family.series.sorted { left, right in
            left.key.map(\.value).lexicographicallyPrecedes(right.key.map(\.value))
        }
        for (labels, series) in ordered {
            series.write(name: name, labels: labels, to: &self)
        }
    }

    mutating func appendLine(_ name: String, _ labels: [MetricLabel], _ value: String) {
        append(name)
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
            append("{\(pairs.joined(separator: ","))}")
        }
        append(" \(value)\n")
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Formats a number as Go does, which the format requires.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if let whole = Int(exactly: value) { return String(whole) }
        return value.description
    }

    /// Replaces characters that a metric's name cannot contain with underscores.
    static func metricName(_ label: String) -> String {
        name(label) { $0 == ":" }
    }

    static func labelName(_ label: String) -> String {
        name(label) { _ in false }
    }

    private static func name(_ label: String, allowing isExtra: (Character) -> Bool) -> String {
        let safe = label.map { character in
            let isAllowed =
                character.isASCII
                && (character.isLetter || character.isNumber || character == "_"
                    || isExtra(character))
            return isAllowed ? character : "_"
        }
        return safe.first?.isNumber ?? true ? "_" + String(safe) : String(safe)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
