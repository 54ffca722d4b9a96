import Entitlements
import Yams

/// Reads the `issuers` of a tenant file's `end_users`.
struct TokenIssuerReader {
    private typealias Issuer = TenantDefinition.TokenIssuer

    private static let keys = [
        "issuer", "algorithms", "jwks_url", "audience", "authorized_parties", "anonymous_claim",
        "app_user_id_prefix",
    ]

    private var values: [TenantDefinition.TokenIssuer] = []
    private var linesOfIssuers: [[UInt8]: Int] = [:]
    private var prefixes: [(text: String, line: Int)] = []

    static func read(_ value: FileValue?) -> [TenantDefinition.TokenIssuer] {
        guard let issuers = value, let list = issuers.list() else { return [] }
        let maximum = TenantDefinition.maximumTokenIssuers
        guard list.count <= maximum else {
            issuers.report("There are \(list.count) issuers; at most \(maximum) are allowed.")
            return []
        }
        var reader = TokenIssuerReader()
        for element in list { reader.add(element) }
        return reader.values
    }

    private mutating func add(_ element: FileValue) {
        guard let section = element.section(of: Self.keys) else { return }
        let name = section.required("issuer")
        let issuer = name?.text(maximumBytes: Issuer.maximumIssuerBytes)
        if let name, let issuer { claim(issuer, at: name) }
        let algorithms = Self.algorithms(of: section)
        let keySetURL = Self.keySetURL(of: section, for: algorithms)
        var read = Issuer(
            issuer: issuer ?? "", algorithms: algorithms, keySetURL: keySetURL,
            audience: section["audience"]?.text(maximumBytes: Issuer.maximumPartyBytes),
            authorizedParties: Self.parties(of: section))
        if section["audience"] == nil, read.authorizedParties.isEmpty {
            element.report("One of “audience” and “authorized_parties” is needed.")
        }
        if let claim = section["anonymous_claim"] {
            read.anonymousClaim = claim.text(maximumBytes: Issuer.maximumClaimBytes) ?? ""
        }
        read.appUserIDPrefix = prefix(of: section, in: element)
        values.append(read)
    }

    private mutating func claim(_ issuer: String, at value: FileValue) {
        if let first = linesOfIssuers[Array(issuer.utf8)] {
            value.report("“\(issuer)” is already there, on line \(first).")
        } else {
            linesOfIssuers[Array(issuer.utf8)] = value.line
        }
    }

    /// Reports a prefix that could give app users of two issuers the same id.
    private mutating func prefix(of section: FileSection, in element: FileValue) -> String {
        let value = section["app_user_id_prefix"]
        let isEmpty = value.map { $0.node.scalar?.string.isEmpty ?? false } ?? true
        let text = isEmpty ? "" : value?.text(maximumBytes: Issuer.maximumPrefixBytes) ?? ""
        let place = value ?? element
        if text.utf8.starts(with: AppUserID.anonymousPrefix.utf8) {
            place.report("“\(AppUserID.anonymousPrefix)” is RevenueCat's own.")
        }
        for other in prefixes {
            if text.isEmpty, other.text.isEmpty {
                place.report(
                    "Only one issuer goes without “app_user_id_prefix”: see line \(other.line).")
            } else if !text.isEmpty, !other.text.isEmpty,
                text.utf8.starts(with: other.text.utf8) || other.text.utf8.starts(with: text.utf8)
            {
                place.report("“\(text)” and “\(other.text)” of line \(other.line) can be confused.")
            }
        }
        prefixes.append((text, place.line))
        return text
    }
}

extension TokenIssuerReader {
    private static func algorithms(of section: FileSection) -> Set<TokenAlgorithm> {
        guard let value = section.required("algorithms"), let list = value.list() else { return [] }
        if list.isEmpty { value.report("At least one algorithm is needed.") }
        var algorithms: Set<TokenAlgorithm> = []
        for element in list {
            guard let algorithm = element.word(TokenAlgorithm.self) else { continue }
            if !algorithms.insert(algorithm).inserted {
                element.report("“\(algorithm.rawValue)” is listed twice.")
            }
        }
        return algorithms
    }

    private static func keySetURL(
        of section: FileSection, for algorithms: Set<TokenAlgorithm>
    ) -> KeySetURL? {
        let needsKeySet = algorithms.contains { $0.hasPublicKey }
        guard let value = section["jwks_url"] else {
            if needsKeySet { section.place.report("“jwks_url” is missing.") }
            return nil
        }
        if !needsKeySet, !algorithms.isEmpty {
            value.report("“HS256” alone has a secret and no “jwks_url”.")
        }
        guard let text = value.text(maximumBytes: KeySetURL.maximumBytes) else { return nil }
        if let url = KeySetURL(rawValue: text) { return url }
        value.report("“\(text)” is not a plain https URL.")
        return nil
    }

    private static func parties(of section: FileSection) -> [String] {
        guard let value = section["authorized_parties"], let list = value.list() else { return [] }
        guard list.count <= Issuer.maximumParties else {
            value.report("At most \(Issuer.maximumParties) authorized parties are allowed.")
            return []
        }
        return list.compactMap { $0.text(maximumBytes: Issuer.maximumPartyBytes) }
    }
}
