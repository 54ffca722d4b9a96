import Testing

@Suite("Text files are clean")
struct WhitespaceTests {
    @Test("no tabs, no trailing blanks, no carriage returns, one newline at the end")
    func filesAreClean() {
        expectNone(Repository.files.flatMap(blemishes))
    }

    @Test(
        "each blemish is found",
        arguments: ["a\tb\n", "a \n", "a\r\n", "a", "a\n\n", "\n"])
    func blemishIsFound(text: String) {
        #expect(blemishes(in: SourceFile(path: "a.md", text: text)).count == 1)
    }

    @Test("a recipe of the Makefile starts with a tab, because make wants it")
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
        // To Swift a carriage return and its newline are one character, which splits no lines.
        if file.text.unicodeScalars.contains("\r") {
            findings.append(file.finding(1, "carriage returns: end lines with a newline only"))
        } else if !file.text.hasSuffix("\n") || file.text.hasSuffix("\n\n") || file.text == "\n" {
            findings.append(
                file.finding(file.lines.count, "the end: one newline, and no empty lines"))
        }
        return findings
    }
}
