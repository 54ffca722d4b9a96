import Testing

/// Comments and documents name the thing, and comments stay short: STYLE.md has the rule.
@Suite("Comments and documents are plain")
struct PlainWordsTests {
    /// Quotes the words that it forbids.
    private static let rule = "docs/maintainers/STYLE.md"

    /// Pronouns that hide which row, caller or app user is meant.
    private static let pronouns: Set<String> = [
        "whoever", "whom", "whomever", "nobody", "somebody", "anybody", "everybody", "whatever",
    ]

    /// Words that stand for a noun, which readers then have to find, or that only translations use.
    private static let vague: Set<String> = ["those", "anew", "what is there"]

    private static let maximumWordsOfSentence = 35

    @Test("no comment uses a pronoun for a noun")
    func pronounsAreAbsent() {
        expectNone(Self.sources.flatMap(pronounFindings))
    }

    @Test("no document uses a pronoun for a noun")
    func documentsHaveNoPronouns() {
        let documents = Repository.files.filter {
            ["md", "yaml"].contains($0.fileExtension) && $0.path != Self.rule
        }
        expectNone(
            documents.flatMap { file in
                file.lines.enumerated().flatMap { index, line in
                    pronounFindings(
                        in: String(line.replacing(#/`[^`]*`/#, with: "")), line: index + 1,
                        of: file)
                }
            })
    }

    @Test("no document for readers says “those”, “what is there” or “anew”")
    func documentsNameTheNoun() {
        let documents = Repository.files.filter { isForReaders($0) && $0.path != Self.rule }
        #expect(documents.count > 20)
        expectNone(documents.flatMap(vagueFindings))
    }

    @Test("a vague word is found in a document, and left alone in code")
    func vagueWordIsFound() {
        let file = SourceFile(
            path: "docs/A.md", text: "See what is there.\nAs `those` of `anew`.\nThose, anew.\n")
        #expect(vagueFindings(in: file).map(\.line) == [1, 3, 3])
        #expect(isForReaders(file))
        #expect(!isForReaders(SourceFile(path: "docs/decisions/0001-a.md", text: "")))
    }

    @Test("no sentence of a comment has more than 35 words")
    func sentencesAreShort() {
        expectNone(Self.sources.flatMap(sentenceFindings))
    }

    @Test("a pronoun is found in a comment, and left alone in code")
    func pronounIsFound() {
        let source = SwiftSource(
            "/// Whoever asks.\nlet nobody = \"// nobody\" // For nobody.\n// Plain.\n")
        #expect(pronounFindings(in: Commented(source)).map(\.line) == [1, 2])
    }

    @Test("a long sentence is found over several lines, and ends with its paragraph")
    func longSentenceIsFound() {
        let half = Array(repeating: "word", count: 20).joined(separator: " ")
        let long = SQLSource("-- \(half)\n-- \(half).\n")
        let short = SQLSource("-- \(half).\n-- - \(half)\n")
        #expect(sentenceFindings(in: Commented(long)).map(\.line) == [1])
        #expect(sentenceFindings(in: Commented(short)).isEmpty)
    }

    /// A file with the texts of its line comments.
    private struct Commented {
        let file: SourceFile
        let comments: [(line: Int, text: String)]
        /// The lines that hold code: a comment behind it is a paragraph of its own.
        let codeLines: Set<Int>

        init(_ source: SwiftSource) { self.init(source.file, source.tokens) }
        init(_ source: SQLSource) { self.init(source.file, source.tokens) }

        private init(_ file: SourceFile, _ tokens: [Token]) {
            self.file = file
            codeLines = Set(tokens.code.map(\.line))
            comments = tokens.filter { $0.kind == .comment }.map { token in
                let marks = token.text.first
                return (token.line, String(token.text.drop { $0 == marks }.drop { $0 == " " }))
            }
        }
    }

    private static let sources =
        Repository.swift.map(Commented.init) + Repository.sql.map(Commented.init)

    private func pronounFindings(in source: Commented) -> [Finding] {
        source.comments.flatMap {
            pronounFindings(in: $0.text, line: $0.line, of: source.file)
        }
    }

    private func pronounFindings(in text: String, line: Int, of file: SourceFile) -> [Finding] {
        text.lowercased().split { !$0.isLetter }.map(String.init).filter(Self.pronouns.contains)
            .map { file.finding(line, "'\($0)': name the row, the caller, …") }
    }

    /// README, the documents, and the contract; decisions are for who changes Hearth.
    private func isForReaders(_ file: SourceFile) -> Bool {
        file.path == "README.md" || file.isUnder("Sources/EntitlementsAPI/openapi")
            || file.isUnder("docs") && !file.isUnder("docs/decisions") && file.fileExtension == "md"
    }

    private func vagueFindings(in file: SourceFile) -> [Finding] {
        file.lines.enumerated().flatMap { index, line in
            let words = String(line.replacing(#/`[^`]*`/#, with: "")).lowercased()
                .split { !$0.isLetter }.joined(separator: " ")
            return Self.vague.filter { " \(words) ".contains(" \($0) ") }.map {
                file.finding(index + 1, "'\($0)': name the noun, or say “again”")
            }
        }
    }

    private func sentenceFindings(in source: Commented) -> [Finding] {
        var findings: [Finding] = []
        var words = 0
        var start = 0
        func end() {
            if words > Self.maximumWordsOfSentence {
                findings.append(
                    source.file.finding(start, "a sentence of \(words) words: split it"))
            }
            words = 0
        }
        var last = 0
        for comment in source.comments {
            let isNewParagraph =
                comment.line != last + 1 || comment.text.isEmpty || comment.text.hasPrefix("- ")
                || source.codeLines.contains(comment.line)
            if isNewParagraph { end() }
            for word in comment.text.split(separator: " ") {
                if words == 0 { start = comment.line }
                words += 1
                if let mark = word.last, ".:;?!".contains(mark) { end() }
            }
            last = comment.line
        }
        end()
        return findings
    }
}
