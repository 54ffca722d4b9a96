import Entitlements

/// The facts of one part of an explanation, and how they are written into words.
struct ExplanationFacts {
    let values: JSONObject
    /// The sentences' file, for the words in place of a product.
    let words: [String: String]

    /// Writes the facts into a sentence, which begins with a capital letter.
    func sentence(_ template: String) -> String? {
        guard let text = filled(into: template, as: { $0 }) else { return nil }
        // Words in place of a fact may begin a sentence; an id keeps its letters.
        guard template.hasPrefix("{product}"), fact("product_id") == nil else { return text }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Replaces each fact in braces, and each `[one|other]` by the first part that has its facts.
    ///
    /// Nil if a fact outside of brackets is null.
    func filled(into template: String, as spelled: (String) -> String) -> String? {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "[" }) {
            let isGroup = rest[open] == "["
            guard let close = rest[open...].firstIndex(of: isGroup ? "]" : "}") else { break }
            let inner = rest[rest.index(after: open)..<close]
            text += rest[..<open]
            rest = rest[rest.index(after: close)...]
            if isGroup {
                let parts = inner.split(separator: "|", omittingEmptySubsequences: false)
                text += parts.compactMap { filled(into: String($0), as: spelled) }.first ?? ""
            } else {
                guard let value = value(String(inner)) else { return nil }
                text += spelled(value)
            }
        }
        return text + rest
    }

    /// Returns the fields `name={fact}` and `name=text`, without those whose fact is null.
    func body(_ template: String) -> JSONObject {
        var body = JSONObject()
        for field in template.split(separator: " ") {
            guard let equals = field.firstIndex(of: "=") else { continue }
            let text = field[field.index(after: equals)...]
            let isFact = text.first == "{" && text.last == "}"
            let value = isFact ? fact(String(text.dropFirst().dropLast())) : String(text)
            body[String(field[..<equals])] = value.map(JSONValue.string)
        }
        return body
    }

    private func value(_ name: String) -> String? {
        guard name == "product" else { return fact(name) }
        let isGrant = values["store"]?.string == "hearth"
        return fact("product_id") ?? words[isGrant ? "product_of_grant" : "product_without_id"]
    }

    /// A fact as text; nil if it is null, empty, or `unknown`: a store that was not told.
    private func fact(_ name: String) -> String? {
        switch values[name] {
        case .string(let text)?: ["", "unknown"].contains(text) ? nil : text
        case .integer(let number)?: String(number)
        default: nil
        }
    }
}
