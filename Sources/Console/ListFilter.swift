package import Entitlements

/// A field of the form above a list, which narrows the list.
package struct ListFilter: Sendable {
    /// The name of the operation's parameter, and of the field in the page's address.
    package let name: String
    private let label: String
    private let words: [String]
    private let anyWord: Bool

    /// - Parameters:
    ///   - name: The name of the operation's parameter.
    ///   - label: What stands above the field.
    ///   - words: The values to choose from; a text is typed if there are none.
    ///   - anyWord: Whether none of the words can be chosen.
    package init(_ name: String, _ label: String, words: [String] = [], anyWord: Bool = true) {
        self.name = name
        self.label = label
        self.words = words
        self.anyWord = anyWord
    }

    /// The field as the template `filters` reads it, with the value that is set.
    package func shown(_ value: String?) -> JSONValue {
        .members([
            "name": .string(name), "label": .string(label), "value": .string(value ?? ""),
            "is_choice": .bool(!words.isEmpty), "has_any": .bool(anyWord),
            "choices": .array(
                words.map { word in
                    .members([
                        "word": .string(word), "text": .string(word.replacing("_", with: " ")),
                        "is_chosen": .bool(word == value),
                    ])
                }),
        ])
    }
}
