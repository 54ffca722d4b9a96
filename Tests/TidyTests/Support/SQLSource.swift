/// A SQL file and its tokens, including those between dollar quotes.
struct SQLSource: Sendable {
    let file: SourceFile
    let tokens: [Token]

    init(_ file: SourceFile) {
        self.file = file
        var lexer = SQLLexer(file.text)
        lexer.read()
        tokens = lexer.reader.tokens
    }

    init(_ text: String, path: String = "sql/functions/catalog/get_example.sql") {
        self.init(SourceFile(path: path, text: text))
    }

    /// The comment lines at the start of the file.
    var header: ArraySlice<Substring> { file.lines.prefix { $0.hasPrefix("--") } }

    /// True for a function in a folder of its area: only other SQL functions call it.
    var isInternal: Bool { file.folders.count > 3 }

    /// The names of the created functions and aggregates, without their schema.
    var createdFunctions: [String] {
        let code = tokens.code
        return code.indices.filter { code[$0] == "create" }.compactMap { start in
            var next = start + 1
            if next + 1 < code.count, code[next] == "or", code[next + 1] == "replace" { next += 2 }
            guard next + 3 < code.count, Self.kinds.contains(code[next].text) else { return nil }
            return code[next + 2] == "." ? code[next + 3].text : code[next + 1].text
        }
    }

    /// The lines of the function's body: between its dollar quotes, or of `begin atomic … end`.
    var bodyLines: ClosedRange<Int>? {
        let quotes = file.lines.indices.filter { file.lines[$0].contains(#/\$[a-z_]*\$/#) }
        if let first = quotes.first, let last = quotes.dropFirst().last, last > first + 1 {
            return (first + 2)...last
        }
        let start = file.lines.firstIndex { $0.contains("begin atomic") }
        let end = file.lines.lastIndex { $0.hasPrefix("end") }
        guard let start, let end, end > start + 1 else { return nil }
        return (start + 2)...end
    }

    private static let kinds: Set<String> = ["function", "aggregate", "procedure"]
}

/// Separates SQL's code from comments and string constants.
struct SQLLexer {
    private(set) var reader: TokenReader

    init(_ text: String) { reader = TokenReader(text) }

    mutating func read() {
        while !reader.isAtEnd {
            if reader.starts(with: "--") {
                reader.readLineComment()
            } else if reader.starts(with: "/*") {
                reader.readBlockComment()
            } else if reader.peek() == UInt8(ascii: "'") {
                readString()
            } else {
                reader.readWordOrSymbol()
            }
        }
    }

    private mutating func readString() {
        let quote = UInt8(ascii: "'")
        let line = reader.line
        reader.advance()
        let start = reader.position
        while !reader.isAtEnd, reader.peek() != quote || reader.peek(1) == quote {
            reader.advance(reader.peek() == quote ? 2 : 1)
        }
        let text = reader.text(from: start, to: reader.position)
        reader.tokens.append(Token(kind: .literal, text: text, line: line))
        reader.advance()
    }
}
