import Entitlements

extension Configuration {
    /// Where traces are sent, and which.
    struct Traces: Sendable {
        var endpoint: String
        var headers: [(name: String, value: String)]
        var serviceName: String
        /// The share of the traces that begin here.
        var ratio: Double
        /// Whether callers decide about their traces.
        var followsCallers: Bool
    }
}

extension Configuration.Traces {
    /// Nil without an endpoint; the other keys are for all programs of a host, and may be set.
    init?(_ values: inout ConfigurationValues) {
        guard values.isSet(.tracesEndpoint) else { return nil }
        endpoint = values.serverURL(.tracesEndpoint, allowsHTTP: true)
        headers = values.headers(.tracesHeaders)
        serviceName = values.text(.tracesServiceName) ?? ""
        let sampler = TracesSampler(rawValue: values.choice(.tracesSampler)) ?? .parentBasedRatio
        let given = values.ratio(.tracesSamplerArgument)
        ratio = sampler.fixedRatio ?? given
        followsCallers = sampler.followsCallers
    }
}

/// The samplers of OpenTelemetry that Hearth has.
enum TracesSampler: String, CaseIterable {
    case alwaysOn = "always_on"
    case alwaysOff = "always_off"
    case ratio = "traceidratio"
    case parentBasedOn = "parentbased_always_on"
    case parentBasedOff = "parentbased_always_off"
    case parentBasedRatio = "parentbased_traceidratio"

    /// The share that needs no argument.
    fileprivate var fixedRatio: Double? {
        switch self {
        case .alwaysOn, .parentBasedOn: 1
        case .alwaysOff, .parentBasedOff: 0
        case .ratio, .parentBasedRatio: nil
        }
    }

    fileprivate var followsCallers: Bool {
        switch self {
        case .alwaysOn, .alwaysOff, .ratio: false
        case .parentBasedOn, .parentBasedOff, .parentBasedRatio: true
        }
    }
}

extension ConfigurationValues {
    /// A share from 0 to 1; after a problem, none.
    fileprivate mutating func ratio(_ key: ConfigurationKey) -> Double {
        guard let text = text(key) else { return 0 }
        if let value = Double(text), (0...1).contains(value) { return value }
        report(key, "must be a number from 0 to 1", insteadOf: text)
        return 0
    }

    /// Headers as `name=value`, with values that may be percent-encoded.
    fileprivate mutating func headers(_ key: ConfigurationKey) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        for part in (text(key) ?? "").split(separator: ",") {
            let sides = part.trimmingPrefix(while: \.isWhitespace)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, sides[0].wholeMatch(of: #/[A-Za-z0-9_.-]+/#) != nil,
                let value = try? PercentEncoding.decoded(sides[1]),
                value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else {
                report(key, "must be name=value, and more after commas")
                return []
            }
            headers.append((String(sides[0]), value))
        }
        return headers
    }
}

extension ConfigurationKey.Shape {
    /// Whether a URL may have a path.
    var allowsPath: Bool { if case .urlWithPath = self { true } else { false } }
}
