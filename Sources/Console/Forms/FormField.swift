package import Entitlements

/// A field of a form: a parameter of its operation, a field of the body, or one of the page's own.
package struct FormField: Sendable {
    /// Where the operation takes the value.
    package enum Place: Sendable {
        case path, query, body
        /// Nowhere: the page reads it.
        case page
    }

    /// How the value is given.
    package enum Control: Sendable {
        case text(maximumCharacters: Int)
        case url(maximumCharacters: Int)
        case number(ClosedRange<Int64>)
        /// A choice of what the page offers, or of a flag that stands for the field.
        case choice(or: String? = nil)
        /// A choice of the document's words, each with its label.
        case words([(word: String, label: String)])
        /// Yes or no.
        case box
        /// Any of the document's words.
        case boxes([String])
        /// Given by the place of the form on the page.
        case hidden
        /// The same for every form.
        case fixed(JSONValue)

        /// A number without a greatest one.
        static func number(_ range: PartialRangeFrom<Int64>) -> Self {
            .number(range.lowerBound...Int64.max)
        }
    }

    package let name: String
    let label: String
    let hint: String?
    package let place: Place
    package let control: Control
    /// What stands in it at first; words of several boxes are separated by commas.
    let value: String
    let isRequired: Bool
    /// Whether the form itself is named if nothing is typed: `console 5f0c…`.
    package let isNamedByForm: Bool

    init(
        _ name: String, _ label: String, hint: String? = nil, in place: Place, _ control: Control,
        value: String = "", isRequired: Bool = true, isNamedByForm: Bool = false
    ) {
        self.name = name
        self.label = label
        self.hint = hint
        self.place = place
        self.control = control
        self.value = value
        self.isRequired = isRequired
        self.isNamedByForm = isNamedByForm
    }

    /// The name of the box of a word: `kinds_limit_reached`.
    package func box(of word: String) -> String { "\(name)_\(word)" }

    /// Whether it must be chosen from what the page offers.
    var isOffered: Bool {
        if case .choice = control { true } else { false }
    }
}
