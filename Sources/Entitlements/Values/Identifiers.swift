/// An id of an app user: the app's own, or an anonymous one from RevenueCat.
package struct AppUserID: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "app user id"

    package static let maximumBytes = 1_500

    package static func problem(with text: String) -> String? {
        if text.isEmpty { return "is empty" }
        if text.utf8.count > maximumBytes { return "is longer than \(maximumBytes) bytes" }
        if text.utf8.contains(0) { return "contains the character U+0000" }
        return isErased(text) ? "is the name of an erased app user" : nil
    }

    /// Whether the text is a name that replaced an erased id; no app user can have it.
    package static func isErased(_ text: String) -> Bool {
        let prefixes = ["erased-", anonymousPrefix + "erased-"]
        guard let prefix = prefixes.first(where: text.hasPrefix) else { return false }
        let digits = text.dropFirst(prefix.count).utf8
        return digits.count == 36
            && digits.allSatisfy {
                $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isHexDigit
            }
    }

    /// Whether RevenueCat created the id for an install without sign-in.
    package var isAnonymous: Bool { rawValue.utf8.starts(with: Self.anonymousPrefix.utf8) }

    package static let anonymousPrefix = "$RCAnonymousID:"
}

/// The short name of a tenant in addresses.
package struct TenantSlug: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "tenant"

    package static let maximumBytes = 63

    package static func problem(with text: String) -> String? {
        let bytes = text.utf8
        let isWellFormed =
            bytes.count <= maximumBytes
            && bytes.first.map(isLowerCaseLetter) == true
            && bytes.allSatisfy { isLowerCaseLetter($0) || isDigitOrHyphen($0) }
        if isWellFormed { return nil }
        return
            "must be 1 to \(maximumBytes) lower-case letters, digits and hyphens, a letter first"
    }

    private static func isLowerCaseLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigitOrHyphen(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
}

/// The name of an entitlement, as in RevenueCat's dashboard and events.
package struct EntitlementID: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "entitlement id"

    package static func problem(with text: String) -> String? { catalogProblem(with: text) }
}

/// The name of a feature.
package struct FeatureID: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "feature id"

    package static func problem(with text: String) -> String? { catalogProblem(with: text) }
}

/// The name of a limit.
package struct LimitID: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "limit id"

    package static func problem(with text: String) -> String? { catalogProblem(with: text) }
}

/// The name of a credit.
package struct CreditID: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "credit id"

    package static func problem(with text: String) -> String? { catalogProblem(with: text) }
}

/// The name of a campaign of codes.
package struct CampaignID: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "campaign id"

    package static func problem(with text: String) -> String? { catalogProblem(with: text) }
}

/// The name of a product in a store; for Play it may be `subscription:base-plan`.
package struct ProductID: Identifier {
    package let rawValue: String

    package init(unchecked text: String) { rawValue = text }

    package static let noun = "product id"

    package static func problem(with text: String) -> String? { catalogProblem(with: text) }
}

extension Identifier {
    package static var maximumCatalogBytes: Int { 200 }

    /// The rule for names in a catalog: printable, without a space at either end.
    fileprivate static func catalogProblem(with text: String) -> String? {
        if text.isEmpty { return "is empty" }
        if text.utf8.count > maximumCatalogBytes {
            return "is longer than \(maximumCatalogBytes) bytes"
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "contains a control character"
        }
        let isPadded = [text.first, text.last].contains { $0?.isWhitespace == true }
        return isPadded ? "begins or ends with a space" : nil
    }
}
