import Entitlements

/// A key with its value, and where the value comes from.
struct Setting: Sendable {
    enum Source: String, Sendable {
        case environment
        /// The file that `<KEY>_FILE` names.
        case file
        case `default`
    }

    let key: ConfigurationKey
    let value: String?
    /// Nil if the key is not set and has no default.
    let source: Source?

    /// Stands for a secret.
    private static let mask = "***"

    /// The row of a table, and the element of the JSON: secrets are masked.
    var json: JSONValue {
        .members([
            "key": .string(key.name),
            "value": value.map { .string(key.isSecret ? Self.mask : $0) } ?? .null,
            "source": source.map { .string($0.rawValue) } ?? .null,
            "default": key.defaultText.map(JSONValue.string) ?? .null,
            "values": .string(key.shapeText), "purpose": .string(key.sentence),
        ])
    }
}
