/// Writes HTML: names of elements and attributes are constants, and all other text is escaped.
struct HTMLWriter {
    private(set) var html = ""

    mutating func open(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]
    ) {
        html += "<\(name)"
        for (name, value) in attributes { html += " \(name)=\"\(Self.escaped(value))\"" }
        html += ">"
    }

    mutating func close(_ name: StaticString) {
        html += "</\(name)>"
    }

    mutating func text(_ text: some StringProtocol) {
        html += Self.escaped(text)
    }

    /// Writes an element with text only.
    mutating func element(_ name: StaticString, _ text: some StringProtocol) {
        element(name, [:], text)
    }

    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>,
        _ text: some StringProtocol
    ) {
        element(name, attributes) { $0.text(text) }
    }

    mutating func element(_ name: StaticString, _ content: (inout HTMLWriter) -> Void) {
        element(name, [:], content)
    }

    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>,
        _ content: (inout HTMLWriter) -> Void
    ) {
        open(name, attributes)
        content(&self)
        close(name)
    }

    /// Escapes for text and for attributes in double quotes.
    static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
