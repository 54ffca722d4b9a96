import Testing

@Suite("The list of decisions is complete")
struct DecisionTests {
    private static let folder = "docs/decisions"

    @Test("every decision is listed once, with its state")
    func decisionsAreListed() throws {
        let list = try #require(Repository.file("\(Self.folder)/README.md"))
        let decisions = Repository.files.filter { $0.isUnder(Self.folder) && $0.path != list.path }
        #expect(!decisions.isEmpty)
        expectNone(findings(in: list, of: decisions))
    }

    @Test(
        "a decision that is missing, listed twice or in another state is found",
        arguments: [
            ("", 1), ("| [0001](0001-a.md) | A is done. | stands |\n", 0),
            ("| [0001](0001-a.md) | A. | stands |\n| [0001](0001-a.md) | B. | stands |\n", 1),
            ("| [0001](0001-a.md) | A. | superseded by 0002 |\n", 1),
            ("| [0001](0001-a.md) |  | stands |\n", 1),
            ("| [0009](0001-a.md) | A. | stands |\n", 1),
        ])
    func wrongListIsFound(list: String, count: Int) {
        #expect(findings(list: list, decision: "# 0001: A\n\n**Context.** B.\n").count == count)
    }

    @Test(
        "the state is what the decision says under its title",
        arguments: [
            ("Superseded by [0002](0002-b.md): B.", "superseded by 0002"),
            ("Superseded in part by [0002](0002-b.md): B.", "superseded in part by 0002"),
        ])
    func stateIsRead(note: String, state: String) {
        let decision = "# 0001: A\n\n\(note)\n"
        #expect(
            findings(list: "| [0001](0001-a.md) | A. | \(state) |\n", decision: decision).isEmpty)
        #expect(
            findings(list: "| [0001](0001-a.md) | A. | stands |\n", decision: decision).count == 1)
    }

    @Test("a title without the number of its file is found")
    func wrongTitleIsFound() {
        let list = "| [0001](0001-a.md) | A. | stands |\n"
        #expect(findings(list: list, decision: "# 0002: A\n").count == 1)
        #expect(findings(list: list, decision: "# 0001 · A\n").count == 1)
    }

    private func findings(list: String, decision: String) -> [Finding] {
        findings(
            in: SourceFile(path: "\(Self.folder)/README.md", text: list),
            of: [SourceFile(path: "\(Self.folder)/0001-a.md", text: decision)])
    }

    private func findings(in list: SourceFile, of decisions: [SourceFile]) -> [Finding] {
        decisions.flatMap { decision in
            let number = String(decision.name.prefix(4))
            let state = state(of: decision)
            let rows = list.lines.filter { $0.contains("](\(decision.name))") }
            let isRight =
                rows.count == 1 && rows[0].hasPrefix("| [\(number)](\(decision.name)) | ")
                && rows[0].hasSuffix(". | \(state) |")
            var findings: [Finding] = []
            if !isRight {
                findings.append(list.finding(1, "list \(decision.name) once: '\(state)'"))
            }
            if !decision.text.hasPrefix("# \(number): ") {
                findings.append(decision.finding(1, "the title begins with '# \(number): '"))
            }
            return findings
        }
    }

    /// What the line under the title says: `Superseded in part by [0002](…): …`.
    private func state(of decision: SourceFile) -> String {
        for line in decision.lines {
            if let note = line.prefixMatch(of: #/Superseded( in part)? by \[(\d{4})\]/#) {
                return "superseded\(note.1 ?? "") by \(note.2)"
            }
        }
        return "stands"
    }
}
