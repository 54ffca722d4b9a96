struct SwiftSource: Sendable {
    let file: SourceFile
    let tokens: [Token]

    init(_ file: SourceFile) {
        self.file = file
        var lexer = SwiftLexer(file.text)
        lexer.readCode(untilParenthesis: false)
        tokens = lexer.reader.tokens
    }

    init(_ text: String, path: String = "Sources/Example/Example.swift") {
        self.init(SourceFile(path: path, text: text))
    }
}

/// Separates code from comments and literals, which is all that the rules need.
///
/// Only `#/` and `/#` delimit a regular expression: a bare slash cannot be told from a division
/// without parsing expressions.
struct SwiftLexer {
    private(set) var reader: TokenReader

    init(_ text: String) { reader = TokenReader(text) }

    /// Reads to the end of the file, or in an interpolation to its closing parenthesis.
    mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        while !reader.isAtEnd {
            if reader.starts(with: "//") {
                reader.readLineComment()
            } else if reader.starts(with: "/*") {
                reader.readBlockComment()
            } else if let hashes = hashesBeforeLiteral(opening: UInt8(ascii: "\"")) {
                readString(hashes: hashes)
            } else if let hashes = hashesBeforeLiteral(opening: UInt8(ascii: "/")), hashes > 0 {
                readRegularExpression(hashes: hashes)
            } else {
                if reader.peek() == UInt8(ascii: "(") { depth += 1 }
                if reader.peek() == UInt8(ascii: ")") {
                    if untilParenthesis && depth == 0 { return reader.advance() }
                    depth -= 1
                }
                reader.readWordOrSymbol()
            }
        }
    }

    private func hashesBeforeLiteral(opening: UInt8) -> Int? {
        var hashes = 0
        while reader.peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        return reader.peek(hashes) == opening ? hashes : nil
    }

    private func isClosed(by quotes: Int, hashes: Int, quote: UInt8 = UInt8(ascii: "\"")) -> Bool {
        (0..<quotes).allSatisfy { reader.peek($0) == quote }
            && (0..<hashes).allSatisfy { reader.peek(quotes + $0) == UInt8(ascii: "#") }
    }

    private mutating func readString(hashes: Int) {
        let line = reader.line
        reader.advance(hashes)
        let quotes = reader.starts(with: "\"\"\"") ? 3 : 1
        reader.advance(quotes)
        var text: [UInt8] = []
        let place = reader.tokens.count
        while !reader.isAtEnd, !isClosed(by: quotes, hashes: hashes) {
            let isEscape =
                reader.peek() == UInt8(ascii: "\\")
                && (0..<hashes).allSatisfy { reader.peek(1 + $0) == UInt8(ascii: "#") }
            if isEscape, reader.peek(1 + hashes) == UInt8(ascii: "(") {
                reader.advance(2 + hashes)
                readCode(untilParenthesis: true)
                text += Array("\\()".utf8)
            } else {
                // The character after a backslash never closes the literal.
                for _ in 0..<(isEscape ? 2 + hashes : 1) {
                    text.append(reader.peek())
                    reader.advance()
                }
            }
        }
        reader.advance(quotes + hashes)
        let literal = Token(kind: .literal, text: String(decoding: text, as: UTF8.self), line: line)
        reader.tokens.insert(literal, at: place)
    }

    private mutating func readRegularExpression(hashes: Int) {
        let line = reader.line
        reader.advance(hashes + 1)
        let start = reader.position
        while !reader.isAtEnd, !isClosed(by: 1, hashes: hashes, quote: UInt8(ascii: "/")) {
            reader.advance()
        }
        let text = reader.text(from: start, to: reader.position)
        reader.tokens.append(Token(kind: .literal, text: text, line: line))
        reader.advance(1 + hashes)
    }
}
