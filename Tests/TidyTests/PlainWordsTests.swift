import Testing

/// Comments, documents and messages are plain English, and comments stay short: STYLE.md has the
/// rule.
@Suite("Comments, documents and messages are plain")
struct PlainWordsTests {
    /// Quotes the words that it forbids.
    private static let rule = "docs/maintainers/STYLE.md"

    /// Pronouns that hide which row, caller or app user is meant.
    private static let pronouns: Set<String> = [
        "whoever", "whom", "whomever", "nobody", "somebody", "anybody", "everybody", "whatever",
    ]

    /// Words and idioms that only translations use; an English-speaking engineer says another one.
    private static let translated: Set<String> = [
        "anew", "mend", "mends", "mended", "what is there", "is named in", "are named in",
        "known are", "stands before", "stands first", "put away", "wait a little", "of that name",
        "is to be", "are to be", "as it came", "not kept any more",
    ]

    /// Words that stand for a noun, which readers then have to find, and translated ones.
    private static let vague = translated.union(["those"])

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

    @Test("no document for readers says “those”, “what is there”, “anew” or the like")
    func documentsNameTheNoun() {
        let documents = Repository.files.filter { isForReaders($0) && $0.path != Self.rule }
        #expect(documents.count > 20)
        expectNone(documents.flatMap { vagueFindings(in: $0) })
    }

    @Test("no page, no sentence of an explanation and no help uses such a word")
    func shownFilesArePlain() {
        let shown = Repository.files.filter {
            $0.fileExtension == "mustache" || $0.folders.last == "words"
                || $0.path == "Tests/Fixtures/help.txt"
        }
        #expect(shown.count > 40)
        expectNone(
            shown.flatMap { file in
                vagueFindings(in: file, Self.translated)
                    + file.lines.enumerated().flatMap { index, line in
                        pronounFindings(in: String(line), line: index + 1, of: file)
                    }
            })
    }

    @Test("no message of Swift or SQL uses such a word: fixes, titles, details, logs")
    func messagesArePlain() {
        let swift = Repository.swift.filter { $0.file.isUnder("Sources") }
            .flatMap { messageFindings(in: $0.file, $0.tokens) }
        let sql = Repository.sqlFunctions.flatMap { messageFindings(in: $0.file, $0.tokens) }
        expectNone(swift + sql)
    }

    @Test("a translated word is found in a message, also behind a plus, and left alone in a name")
    func translatedMessageIsFound() {
        let source = SwiftSource(
            """
            let one = "Mend the cause."
            let two = "Its tenant is named"
                + " in a header."
            let three = "nobody", four = "Nobody asks for it."
            let five = "It is named", six = "in a header."
            """)
        #expect(messageFindings(in: source.file, source.tokens).map(\.line) == [1, 2, 4])
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

    private func vagueFindings(
        in file: SourceFile, _ banned: Set<String> = Self.vague
    ) -> [Finding] {
        file.lines.enumerated().flatMap { index, line in
            findings(of: banned, in: String(line), line: index + 1, of: file)
        }
    }

    private func findings(
        of banned: Set<String>, in text: String, line: Int, of file: SourceFile
    ) -> [Finding] {
        let words = String(text.replacing(#/`[^`]*`/#, with: "")).lowercased()
            .split { !$0.isLetter }.joined(separator: " ")
        return banned.filter { " \(words) ".contains(" \($0) ") }.map {
            file.finding(line, "'\($0)': name the noun, say “again” or “fix”, …")
        }
    }

    /// Reads a file's literals, joined over a plus; one without a space is a name, not a message.
    private func messageFindings(in file: SourceFile, _ tokens: [Token]) -> [Finding] {
        var messages: [Token] = []
        var before: (Token?, Token?)
        for token in tokens.code {
            if token.kind == .literal {
                let isJoined = before.1.map { $0 == "+" } == true && before.0?.kind == .literal
                let last = isJoined ? messages.popLast() : nil
                messages.append(
                    Token(
                        kind: .literal, text: (last?.text ?? "") + token.text,
                        line: last?.line ?? token.line))
            }
            before = (before.1, token)
        }
        return messages.filter { $0.text.contains(" ") }.flatMap {
            findings(of: Self.translated, in: $0.text, line: $0.line, of: file)
                + pronounFindings(in: $0.text, line: $0.line, of: file)
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
