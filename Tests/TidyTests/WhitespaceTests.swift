import Testing

@Suite("Text files are clean")
struct WhitespaceTests {
    @Test("no tabs, trailing blanks or carriage returns, and one newline at the end")
    func filesAreClean() {
        expectNone(Repository.files.flatMap(blemishes))
    }

    @Test(
        "the test detects each violation",
        arguments: ["a\tb\n", "a \n", "a\r\n", "a", "a\n\n", "\n"])
    func blemishIsFound(text: String) {
        #expect(blemishes(in: SourceFile(path: "a.md", text: text)).count == 1)
    }

    @Test("a recipe of the Makefile starts with a tab, as make requires")
    func makefileHasTabs() {
        #expect(blemishes(in: SourceFile(path: "Makefile", text: "a:\n\tb\n")).isEmpty)
    }

    private func blemishes(in file: SourceFile) -> [Finding] {
        guard !file.text.isEmpty else { return [] }
        var findings: [Finding] = []
        for (index, line) in file.lines.enumerated() {
            let indented = file.name == "Makefile" ? line.drop { $0 == "\t" } : line
            if indented.contains("\t") {
                findings.append(file.finding(index + 1, "a tab: indent with spaces"))
            }
            if line.last == " " {
                findings.append(file.finding(index + 1, "trailing blanks: remove them"))
            }
        }
        // Swift treats CRLF as one character, which does not split lines.
        if file.text.unicodeScalars.contains("\r") {
            findings.append(file.finding(1, "carriage returns: end lines with a newline only"))
        } else if !file.text.hasSuffix("\n") || file.text.hasSuffix("\n\n") || file.text == "\n" {
            findings.append(
                file.finding(file.lines.count, "the end: one newline, and no empty lines"))
        }
        return findings
    }
}
