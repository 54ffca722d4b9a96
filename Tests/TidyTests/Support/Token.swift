struct Token: Sendable, Equatable {
    enum Kind: Sendable { case word, symbol, literal, comment }

    let kind: Kind
    /// The text, without a literal's quotes but with a comment's slashes or dashes.
    let text: String
    /// The line, counted from one.
    let line: Int

    static func == (token: Token, text: String) -> Bool {
        (token.kind == .word || token.kind == .symbol) && token.text == text
    }
}

extension [Token] {
    var code: [Token] { filter { $0.kind != .comment } }

    /// The indices at which the sequence of tokens starts.
    func occurrences(of pattern: [String]) -> [Int] {
        indices.filter { start in
            start + pattern.count <= count
                && pattern.indices.allSatisfy { self[start + $0] == pattern[$0] }
        }
    }
}

/// The state that both lexers share: a position in a file's bytes, and the tokens so far.
struct TokenReader {
    let bytes: [UInt8]
    var position = 0
    var line = 1
    var tokens: [Token] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position >= bytes.count }

    func peek(_ offset: Int = 0) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        (0..<text.utf8CodeUnitCount).allSatisfy { peek(offset + $0) == text.utf8Start[$0] }
    }

    func text(from start: Int, to end: Int) -> String {
        String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self)
    }

    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where !isAtEnd {
            if peek() == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    mutating func readLineComment() {
        let start = position
        while !isAtEnd, peek() != UInt8(ascii: "\n") { position += 1 }
        tokens.append(Token(kind: .comment, text: text(from: start, to: position), line: line))
    }

    /// Block comments nest, in Swift and in SQL.
    mutating func readBlockComment() {
        let start = (position, line)
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                advance(2)
            } else if starts(with: "*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && !isAtEnd
        tokens.append(
            Token(kind: .comment, text: text(from: start.0, to: position), line: start.1))
    }

    /// Reads a word, a symbol of one byte, or a blank, which makes no token.
    mutating func readWordOrSymbol() {
        let start = position
        if Self.isWord(peek()) {
            while Self.isWord(peek()) { position += 1 }
            tokens.append(Token(kind: .word, text: text(from: start, to: position), line: line))
        } else if peek() > UInt8(ascii: " ") {
            position += 1
            tokens.append(Token(kind: .symbol, text: text(from: start, to: position), line: line))
        } else {
            advance()
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default:
            false
        }
    }
}
