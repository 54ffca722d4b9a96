import Entitlements

/// The moment, the state of knowledge and the environment that a page is asked about.
struct AskedMoment: Sendable {
    /// By the names of the API's parameters; what is absent means now, and production.
    let values: [String: String]

    private static let names = ["as_of", "known_at", "environment"]

    /// A browser's field of a moment has no zone: it is read as UTC.
    init(_ query: ConsoleForm) {
        var values: [String: String] = [:]
        for name in Self.names {
            guard let text = query[name] else { continue }
            values[name] = name == "environment" ? text : Self.withZone(text)
        }
        self.values = values
    }

    /// Returns the query of an operation that takes these parameters, `?` included; or nothing.
    func query(_ taken: [String] = Self.names) -> String {
        let pairs = taken.compactMap { name in
            values[name].map { "\(name)=\(PercentEncoding.encoded($0))" }
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// A moment as a browser's field takes it.
    func field(_ name: String) -> JSONValue {
        values[name].map { .string(String($0.prefix(19))) } ?? .null
    }

    private static func withZone(_ text: String) -> String {
        switch text.utf8.count {
        case 16: text + ":00Z"
        case 19: text + "Z"
        default: text
        }
    }
}
