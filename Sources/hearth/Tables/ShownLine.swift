/// A line for a terminal, in which some words have a colour.
///
/// Texts come from other systems, too, so a terminal obeys nothing of them.
struct ShownLine: ExpressibleByStringInterpolation {
    private var parts: [(text: String, colour: Colour?)] = []

    init(stringLiteral text: String) {
        append(text)
    }

    init(stringInterpolation interpolation: StringInterpolation) {
        self = interpolation.line
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var line: ShownLine = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) {
            line.append(text)
        }

        mutating func appendInterpolation(_ text: String, _ colour: Colour? = nil) {
            line.append(text, colour)
        }

        mutating func appendInterpolation(_ number: Int) {
            line.append(String(number))
        }

        mutating func appendInterpolation(_ part: ShownLine) {
            line.append(part)
        }

        /// A word of a status, in the colour that it means.
        mutating func appendInterpolation(status word: String) {
            line.append(word, Colour(ofStatus: word))
        }
    }

    mutating func append(_ text: String, _ colour: Colour? = nil) {
        parts.append((text.showingControlCharacters, colour))
    }

    mutating func append(_ line: ShownLine) {
        parts += line.parts
    }

    func text(isColoured: Bool = false) -> String {
        parts.map { part in
            (isColoured ? part.colour?.applied(to: part.text) : nil) ?? part.text
        }.joined()
    }
}

extension [ShownLine] {
    func joined(separator: String) -> ShownLine {
        var all: ShownLine = ""
        for (index, line) in enumerated() {
            if index > 0 { all.append(separator) }
            all.append(line)
        }
        return all
    }
}

extension StandardStream {
    /// Whether colours are shown: to a person who has not set NO_COLOR.
    private var isColoured: Bool { isTerminal && !Configuration.forbidsColour }

    /// Writes the lines in one call, with colours for a person.
    func writeLines(_ lines: [ShownLine]) {
        let isColoured = isColoured
        write(Array(lines.map { $0.text(isColoured: isColoured) + "\n" }.joined().utf8))
    }
}
