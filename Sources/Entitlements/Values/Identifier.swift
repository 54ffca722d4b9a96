/// A name from outside, valid by construction and compared byte by byte.
///
/// Swift treats two encodings of `é` as equal; Postgres does not. If they disagreed about an id,
/// one app user could read another's purchases.
package protocol Identifier:
    RawRepresentable<String>, Hashable, Comparable, Encodable, Sendable, CustomStringConvertible
{
    /// The noun for sentences, such as "app user id".
    static var noun: String { get }

    /// Returns what is wrong with the text, as the end of a sentence that begins with the noun.
    static func problem(with text: String) -> String?

    /// Requires text without a ``problem(with:)``.
    init(unchecked text: String)
}

extension Identifier {
    package init?(rawValue: String) {
        guard Self.problem(with: rawValue) == nil else { return nil }
        self.init(unchecked: rawValue)
    }

    /// Throws `validation_failed` with a sentence that names what is wrong.
    package init(validating text: String) throws(Failure) {
        if let problem = Self.problem(with: text) {
            throw Failure(.validationFailed, "The \(Self.noun) \(problem).")
        }
        self.init(unchecked: text)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    package var description: String { rawValue }
}
