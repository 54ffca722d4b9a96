package import Entitlements

/// A sentence of an answer, whose moments are shown as times.
package enum Sentence {
    /// Returns the parts of a sentence: each has a `text` or a `time`, and the other is null.
    ///
    /// A moment in a sentence reads as a date, and its distance is in the title.
    package static func parts(_ sentence: String, now: Timestamp) -> JSONValue {
        var parts: [JSONValue] = []
        var text = ""
        for (position, word) in sentence.split(
            separator: " ", omittingEmptySubsequences: false
        ).enumerated() {
            if position > 0 { text += " " }
            let ending = word.reversed().prefix { ".,;:)".contains($0) }.count
            let moment = word.dropLast(ending)
            guard moment.utf8.count >= 20, let time = Timestamp(rfc3339: String(moment)) else {
                text += word
                continue
            }
            parts.append(part(text: text))
            parts.append(.members(["text": .null, "time": dated(time, now: now)]))
            text = String(word.suffix(ending))
        }
        if !text.isEmpty { parts.append(part(text: text)) }
        return .array(parts)
    }

    private static func part(text: String) -> JSONValue {
        .members(["text": .string(text), "time": .null])
    }

    /// The moment with its date as the text, and the distance where the exact time would be.
    private static func dated(_ moment: Timestamp, now: Timestamp) -> JSONValue {
        let shown = Moment.shown(moment, now: now)
        return .members([
            "iso": shown["iso"] ?? .null, "relative": shown["exact"] ?? .null,
            "exact": shown["relative"] ?? .null,
        ])
    }
}

extension JSONValue {
    /// The text of a member, or an empty one.
    func text(_ name: String) -> String { self[name]?.string ?? "" }

    /// The elements of a member, or none.
    func list(_ name: String) -> [JSONValue] { self[name]?.array ?? [] }

    /// The value of a member; null if it is absent, so that a template looks no further out.
    func value(_ name: String) -> JSONValue { self[name] ?? .null }

    /// A word of the contract for people: `billing_issue` is “billing issue”.
    static func words(_ word: String?) -> JSONValue {
        word.map { .string($0.replacing("_", with: " ")) } ?? .null
    }

    /// A number or a text as a person writes it; nil for an object, a list and null.
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): number.text
        case .bool(let flag): flag ? "yes" : "no"
        case .null, .array, .object: nil
        }
    }
}
