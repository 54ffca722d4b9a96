/// A form that carries out one operation of the API, as the operation's declaration has it.
package struct OperationForm: Sendable {
    /// Its name, and the last part of its address at a person: `grant`.
    package let name: String
    /// What it does, as its button says it.
    package let title: String
    package let operation: String
    /// The names of the operation's parameters in its path, in their order.
    package let path: [String]
    /// What happens then, in a sentence.
    let about: String?
    /// What is said once it is done.
    package let done: String?
    /// The parameter of the path that must be typed again.
    package let confirms: String?
    package let hasBody: Bool
    /// Whether the API can say what would happen: then that is shown before the act.
    package let hasPreview: Bool
    /// Whether a reason is kept as a note, because the operation takes none.
    package let keepsReason: Bool
    package let fields: [FormField]

    init(
        _ name: String, _ title: String, carriesOut operation: String, of path: [String] = [],
        about: String? = nil, done: String? = nil, confirms: String? = nil, hasBody: Bool = false,
        hasPreview: Bool = false, keepsReason: Bool = false, fields: [FormField]
    ) {
        self.name = name
        self.title = title
        self.operation = operation
        self.path = path
        self.about = about
        self.done = done
        self.confirms = confirms
        self.hasBody = hasBody
        self.hasPreview = hasPreview
        self.keepsReason = keepsReason
        self.fields = fields
    }

    /// The form with a name; nil if no form has it.
    package static func named(_ name: String) -> OperationForm? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
