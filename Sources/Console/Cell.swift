import Entitlements

/// A part of a table's cell, or of a fact's value.
package enum Cell: Sendable {
    /// A text as the answer has it.
    case text(String)
    /// A word of the contract or an id that leads nowhere.
    case code(String)
    case number(Int64)
    /// A moment of an answer.
    case time(String)
    case state(String, Tone)
    /// An id that leads to its page.
    case link(Place.Kind, String)
    /// A text that leads to another page of the tenant.
    case way(String, to: String)
    /// A text that is unfolded.
    case fold(String, String)
    /// An act upon the row.
    case act(RowAct)

    /// How a state is coloured; the word says the same.
    package enum Tone: String, Sendable {
        case good, warn, bad, dim
    }
}

/// A form of a row.
package struct RowAct: Sendable {
    package let form: OperationForm
    /// The address after the tenant's: `orphans/claim`.
    package let page: String
    /// What the row gives, by the names of fields.
    package let values: [String: String]
}

extension Cell {
    /// The part as the template `part` reads it: one member is set, the others are null.
    func shown(in place: Place) -> JSONValue {
        var part = JSONObject()
        for name in Self.names { part[name] = .null }
        switch self {
        case .text(let text): part["text"] = .string(text)
        case .code(let text): part["code"] = .string(text)
        case .number(let number): part["text"] = .string(Number.text(number))
        case .time(let text): part["time"] = Moment.shown(.string(text), now: place.now)
        case .state(let word, let tone):
            part["state"] = .members([
                "word": .string(word.replacing("_", with: " ")), "tone": .string(tone.rawValue),
            ])
        case .link(let kind, let id):
            part["link"] = .members([
                "id": .string(id), "short": .string(Self.shortened(id)),
                "href": .string(place.path(kind, id)),
            ])
        case .way(let text, let page):
            part["way"] = .members([
                "text": .string(text), "href": .string("\(place.root)/\(page)"),
            ])
        case .fold(let summary, let text):
            part["fold"] = .members(["summary": .string(summary), "text": .string(text)])
        case .act(let act):
            part["act"] = act.form.shown(to: "\(place.root)/\(act.page)", act.values)
        }
        return .object(part)
    }

    private static let names = ["text", "code", "time", "state", "link", "way", "fold", "act"]

    /// A UUID is recognised by its beginning; the page and the title have all of it.
    private static func shortened(_ id: String) -> String {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
        return isUUID ? "\(parts[0])…" : id
    }
}

/// A number for people: `12,345`.
package enum Number {
    package static func text(_ number: Int64) -> String {
        var digits = Array(String(number.magnitude))
        for index in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: index)
        }
        return (number < 0 ? "−" : "") + String(digits)
    }
}
