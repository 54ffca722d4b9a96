import Configuration
import Entitlements
import FoundationEssentials

/// Reads the operator's settings key by key, and collects all problems.
///
/// No problem repeats a secret.
struct ConfigurationValues {
    private let reader: ConfigReader
    private let readFile: (String) throws -> String
    private(set) var problems: [FieldProblem] = []

    init(
        variables: [String: String],
        readFile: @escaping (String) throws -> String = {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
    ) {
        let secrets = Set(ConfigurationKey.all.filter(\.isSecret).map(\.name))
        reader = ConfigReader(
            provider: EnvironmentVariablesProvider(
                environmentVariables: variables, secretsSpecifier: .specific(secrets)))
        self.readFile = readFile
        problems = Self.unknownNames(in: variables)
    }

    mutating func text(_ key: ConfigurationKey) -> String? { setting(key).value }

    /// The key's value, and where it comes from.
    mutating func setting(_ key: ConfigurationKey) -> Setting {
        let text = variable(key.name, isSecret: key.isSecret)
        guard let fileName = key.fileName, let path = variable(fileName) else {
            guard text == nil else { return Setting(key: key, value: text, source: .environment) }
            return Setting(
                key: key, value: key.defaultText, source: key.defaultText.map { _ in .default })
        }
        if text != nil {
            report(key, "and \(fileName) are both set: keep one of them")
        }
        do {
            let text = try readFile(path).trimmingTrailingNewlines()
            let value = String(text.utf8.dropFirst(ByteOrderMark.length(before: text.utf8)))
            return Setting(key: key, value: value, source: .file)
        } catch {
            problems.append(.init(pointer: fileName, detail: "names a file that cannot be read"))
            return Setting(key: key, value: nil, source: .file)
        }
    }

    /// Whether the operator set the key, even to its default.
    func isSet(_ key: ConfigurationKey) -> Bool {
        variable(key.name) != nil
    }

    mutating func list(_ key: ConfigurationKey) -> [String] {
        (text(key) ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    }

    /// The number; after a problem, the lowest one allowed.
    mutating func integer(_ key: ConfigurationKey) -> Int {
        guard case .integer(let range) = key.shape, let text = text(key) else { return 0 }
        if let value = Int(text), range.contains(value) { return value }
        report(
            key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)",
            insteadOf: text)
        return range.lowerBound
    }

    /// One of the key's words; after a problem, the first.
    mutating func choice(_ key: ConfigurationKey, default word: String? = nil) -> String {
        guard case .choice(let words) = key.shape else { return "" }
        let text = (isSet(key) ? nil : word) ?? text(key) ?? ""
        if words.contains(text) { return text }
        report(key, "must be one of: \(words.joined(separator: ", "))", insteadOf: text)
        return words[0]
    }

    mutating func base64(_ key: ConfigurationKey) -> [UInt8]? {
        guard case .base64(let count) = key.shape, let text = text(key) else { return nil }
        if let data = Data(base64Encoded: text), data.count == count { return [UInt8](data) }
        report(
            key, "must be \(count) bytes in base64; `openssl rand -base64 \(count)` makes one",
            insteadOf: text)
        return nil
    }

    mutating func uuid(_ key: ConfigurationKey) -> UUID? {
        guard let text = text(key) else { return nil }
        if let id = UUID(uuidString: text) { return id }
        report(key, "must be a UUID", insteadOf: text)
        return nil
    }

    /// A scheme, a host and perhaps a port; where the key says so, also a path.
    ///
    /// If API keys are sent there, the scheme must be https: then `allowsHTTP` is false.
    mutating func serverURL(_ key: ConfigurationKey, allowsHTTP: Bool) -> String {
        guard let text = text(key) else { return "" }
        let schemes = allowsHTTP ? ["https", "http"] : ["https"]
        if let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
            schemes.contains(scheme), url.host?.isEmpty == false,
            key.shape.allowsPath || ["", "/"].contains(url.path),
            url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
        {
            return text
        }
        report(
            key,
            "must be \(schemes.joined(separator: " or "))://, a host and perhaps a port"
                + (key.shape.allowsPath ? " and a path" : ""),
            insteadOf: text)
        return ""
    }

    /// The address of a Postgres, as libpq reads it: a URL, or `name=value` pairs.
    mutating func databaseURL(_ key: ConfigurationKey) -> String? {
        text(key).flatMap { databaseURL($0, of: key) }
    }

    /// Addresses with commas between them; an address may name several hosts, with commas, too.
    mutating func databaseURLs(_ key: ConfigurationKey) -> [String] {
        var addresses: [String] = []
        for part in (text(key) ?? "").split(separator: ",") {
            if !addresses.isEmpty, !part.contains("://") {
                addresses[addresses.endIndex - 1] += ",\(part)"
            } else {
                addresses.append(String(part.trimmingPrefix(while: \.isWhitespace)))
            }
        }
        return addresses.compactMap { databaseURL($0, of: key) }
    }

    private mutating func databaseURL(_ text: String, of key: ConfigurationKey) -> String? {
        guard let end = text.firstRange(of: "://")?.lowerBound else {
            if text.contains("=") { return text }
            report(key, "must be a URL: postgres://user:password@host/database")
            return nil
        }
        let scheme = text[..<end]
        if ["postgres", "postgresql"].contains(scheme) { return text }
        // What stands before may be more than a scheme, even a password.
        let said = scheme.allSatisfy(\.isLetter) ? ", not \(scheme)://" : ""
        report(key, "must begin with postgres://\(said): Hearth needs Postgres")
        return nil
    }

    mutating func report(
        _ key: ConfigurationKey, _ message: String, insteadOf text: String? = nil
    ) {
        let found = key.isSecret ? nil : text
        problems.append(
            .init(pointer: key.name, detail: message + (found.map { ", not \"\($0)\"" } ?? "")))
    }

    /// The variable's value; an empty variable counts as not set, as in Docker Compose files.
    private func variable(_ name: String, isSecret: Bool = false) -> String? {
        let key = ConfigKey(name.lowercased().split(separator: "_").map(String.init))
        let text = reader.string(forKey: key, isSecret: isSecret)
        return text == "" ? nil : text
    }

    private static func unknownNames(in variables: [String: String]) -> [FieldProblem] {
        let known = ConfigurationKey.all.flatMap { [$0.name] + [$0.fileName].compactMap(\.self) }
        return variables.keys.sorted()
            .filter { $0.hasPrefix("HEARTH_") && !$0.hasPrefix("HEARTH_TEST_") }
            .filter { !known.contains($0) }
            .map { name in
                let question = NearestName.of(name, among: known).map { "; did you mean \($0)?" }
                return .init(pointer: name, detail: "is not a key of Hearth\(question ?? "")")
            }
    }
}

extension String {
    /// Removes trailing line breaks: a secret's file usually ends with one.
    func trimmingTrailingNewlines() -> String {
        var text = self[...]
        while text.last?.isNewline == true { text = text.dropLast() }
        return String(text)
    }
}
