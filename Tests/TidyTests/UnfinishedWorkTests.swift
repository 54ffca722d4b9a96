import Testing

@Suite("No unfinished work")
struct UnfinishedWorkTests {
    /// Concatenated, so that this file does not break its own rule.
    private static let marks = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]

    @Test("no file holds a note of unfinished work")
    func nothingIsUnfinished() {
        expectNone(Repository.files.flatMap(notes))
    }

    @Test("a note is found, a longer word is not", arguments: marks)
    func noteIsFound(_ mark: String) {
        let file = SourceFile(path: "a.md", text: "mktemp a.\(mark)\(mark)\n<!-- \(mark): b -->\n")
        #expect(notes(in: file) == [file.finding(2, "")])
    }

    private func notes(in file: SourceFile) -> [Finding] {
        file.lines.enumerated().compactMap { index, line in
            let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            let mark = Self.marks.first { words.contains(Substring($0)) }
            return mark.map {
                file.finding(index + 1, "\($0): do it now, or write an issue and remove the note")
            }
        }
    }
}
