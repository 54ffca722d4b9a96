package import Entitlements

/// The words of explanations: a sentence for each code, and the steps as requests and commands.
///
/// The database answers codes and facts. The sentences lie in `words/`, a file for each language.
package struct ExplanationWords: Sendable {
    package static let english = ExplanationWords(
        sentences: WordFile.entries(of: "explanations_en"), steps: WordFile.entries(of: "steps"))

    /// The sentences by code, with facts in braces; see `ExplanationFacts`.
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
        let facts = ExplanationFacts(
            values: object["facts"]?.object ?? JSONObject(), words: sentences)
        explained["sentence"] = .string(sentences[code].flatMap(facts.sentence) ?? code)
        if isStep {
            explained["request"] = request(code, facts) ?? .null
            explained["command"] =
                steps["\(code)_command"].flatMap {
                    facts.filled(into: $0, as: Self.quoted).map { .string($0) }
                } ?? .null
        }
        return explained
    }

    /// Returns the request of a step; nil if it has none, or lacks a fact for the path.
    private func request(_ code: String, _ facts: ExplanationFacts) -> JSONValue? {
        guard let parts = steps[code]?.split(separator: " "), parts.count == 2,
            let path = facts.filled(into: String(parts[1]), as: PercentEncoding.encoded)
        else { return nil }
        var request = JSONObject()
        request["method"] = .string(String(parts[0]))
        request["path"] = .string(path)
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
