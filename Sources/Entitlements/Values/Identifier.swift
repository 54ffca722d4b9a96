/// A name that somebody else chose, valid by construction and compared byte for byte.
///
/// Swift compares strings by their characters, so that two spellings of `é` are equal; Postgres
/// compares bytes. Were the two to differ about who somebody is, one person could read another's
/// purchases, so an identifier is equal only to the same bytes.
package protocol Identifier:
    RawRepresentable<String>, Hashable, Comparable, Sendable, CustomStringConvertible
{
    /// What to call it in a sentence: "app user id".
    static var noun: String { get }

    /// What is wrong with the text, as the end of a sentence that begins with the noun.
    static func problem(with text: String) -> String?

    /// Only for text that has no ``problem(with:)``.
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
