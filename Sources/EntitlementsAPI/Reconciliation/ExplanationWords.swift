package import Entitlements

/// The words of explanations: a sentence for each code, and the steps as requests and commands.
///
/// The database answers codes and facts. The sentences lie in `words/`, a file for each language.
package struct ExplanationWords: Sendable {
    package static let english = ExplanationWords(
        sentences: WordFile.entries(of: "explanations_en"), steps: WordFile.entries(of: "steps"))

    /// The sentences by code, with facts in braces.
    let sentences: [String: String]
    /// The requests, bodies and commands of steps.
    let steps: [String: String]

    /// Adds a sentence to each part of an explanation, by the code in its `reason`.
    package func explained(_ explanation: JSONValue) -> JSONValue {
        explained(explanation, isStep: false)
    }

    private func explained(_ value: JSONValue, isStep: Bool) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map { explained($0, isStep: isStep) })
        case .object(let object): .object(explained(object, isStep: isStep))
        default: value
        }
    }

    private func explained(_ object: JSONObject, isStep: Bool) -> JSONObject {
        var explained = JSONObject()
        for member in object.members {
            let isCopied = ["facts", "answer"].contains(member.name)
            explained[member.name] =
                isCopied
                ? member.value : self.explained(member.value, isStep: member.name == "next")
        }
        guard let code = object["reason"]?.string else { return explained }
        let facts = Facts(object["facts"]?.object ?? JSONObject(), absent: sentences)
        explained["sentence"] = .string(facts.filled(into: sentences[code] ?? code) { $0 })
        if isStep {
            explained["request"] = request(code, facts) ?? .null
            explained["command"] =
                steps["\(code)_command"].map {
                    .string(facts.filled(into: $0, as: Self.quoted))
                } ?? .null
        }
        return explained
    }

    private func request(_ code: String, _ facts: Facts) -> JSONValue? {
        guard let parts = steps[code]?.split(separator: " "), parts.count == 2 else { return nil }
        var request = JSONObject()
        request["method"] = .string(String(parts[0]))
        request["path"] = .string(
            facts.filled(into: String(parts[1]), as: PercentEncoding.encoded))
        request["body"] = steps["\(code)_body"].map { .object(facts.body($0)) } ?? .null
        return .object(request)
    }

    /// The text as one word of a shell.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        if isPlain, !text.isEmpty { return text }
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}

/// The facts of one part of an explanation.
private struct Facts {
    let values: JSONObject
    /// The words for facts that are null.
    let absent: [String: String]

    init(_ values: JSONObject, absent: [String: String]) {
        self.values = values
        self.absent = absent
    }

    /// Replaces each fact in braces.
    func filled(into template: String, as spelled: (String) -> String) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            text += value(name).map(spelled) ?? absent["absent_\(name)"] ?? absent["absent"] ?? name
            rest = rest[rest.index(after: close)...]
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
            let value = isFact ? self.value(String(text.dropFirst().dropLast())) : String(text)
            body[String(field[..<equals])] = value.map { .string($0) }
        }
        return body
    }

    private func value(_ name: String) -> String? {
        switch values[name] {
        case .string(let text)?: text
        case .integer(let number)?: String(number)
        default: nil
        }
    }
}

/// A file of `words/`: a line for each entry, its name before a colon.
enum WordFile {
    static func entries(of name: String) -> [String: String] {
        let path = "Sources/EntitlementsAPI/words/\(name).yaml"
        let text = DocumentText.files.first { $0.path == path }?.text ?? ""
        let entries = text.split(separator: "\n").compactMap { line -> (String, String)? in
            guard line.first != "#", let colon = line.firstIndex(of: ":") else { return nil }
            var value = line[line.index(after: colon)...].drop { $0 == " " }
            if value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            return (String(line[..<colon]), String(value))
        }
        return Dictionary(entries) { first, _ in first }
    }
}
