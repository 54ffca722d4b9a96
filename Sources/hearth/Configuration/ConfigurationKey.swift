/// A setting for the operator: an environment variable and its possible values.
struct ConfigurationKey: Sendable {
    let name: String
    let shape: Shape

    /// The default if the variable is absent or empty, as text; nil: no default.
    let defaultText: String?

    /// If true, the value is never printed, and may be read from the file named by `<name>_FILE`.
    let isSecret: Bool

    /// Its purpose, in one sentence.
    let sentence: String

    init(
        _ name: String, _ shape: Shape, default defaultText: String? = nil,
        isSecret: Bool = false, _ sentence: String
    ) {
        self.name = name
        self.shape = shape
        self.defaultText = defaultText
        self.isSecret = isSecret
        self.sentence = sentence
    }

    /// The values that a key accepts.
    enum Shape: Sendable {
        case text
        case list
        case integer(ClosedRange<Int>)
        case choice([String])
        case base64(bytes: Int)
        case serverURL
        case urlWithPath
        case databaseURL
        case databaseURLs
        case headers
        case ratio
        case uuid
    }

    /// The variable that names a file with the secret.
    var fileName: String? { isSecret ? "\(name)_FILE" : nil }

    /// The accepted values, in words.
    var shapeText: String {
        switch shape {
        case .text: "text"
        case .list: "list, comma-separated"
        case .integer(let range): "\(range.lowerBound)…\(range.upperBound)"
        case .choice(let words): words.joined(separator: ", ")
        case .base64(let bytes): "\(bytes) bytes, base64"
        case .serverURL: "scheme and host"
        case .urlWithPath: "scheme, host and path"
        case .headers: "`name=value`, comma-separated"
        case .ratio: "0…1"
        case .uuid: "a UUID"
        case .databaseURL: "`postgres://…`"
        case .databaseURLs: "`postgres://…`, comma-separated"
        }
    }
}

extension ConfigurationKey {
    /// The table of `hearth configuration --format markdown`, which docs/CONFIGURATION.md repeats.
    static var markdownTable: String {
        let rows = all.map { key in
            let name = key.fileName == nil ? "`\(key.name)`" : "`\(key.name)` (secret)"
            let defaultText = key.defaultText.map { "`\($0)`" } ?? "–"
            return "| \(name) | \(key.shapeText) | \(defaultText) | \(key.sentence) |"
        }
        let head = ["| key | values | default | what it is for |", "|---|---|---|---|"]
        return (head + rows).joined(separator: "\n")
    }
}
