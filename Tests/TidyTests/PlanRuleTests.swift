import Testing

@Suite("Comments about plans name a rule")
struct PlanRuleTests {
    @Test("each rule that SQL names is in docs/maintainers/PLANS.md")
    func rulesExist() throws {
        let page = try #require(Repository.file("docs/maintainers/PLANS.md"))
        let rules = rules(of: page)
        expectNone(Repository.sqlFunctions.flatMap { findings(in: $0.file, rules: rules) })
        #expect(rules == Array(1...rules.count))
    }

    @Test("a function explains no plan by itself")
    func plansAreExplainedOnce() {
        expectNone(Repository.sqlFunctions.map(\.file).flatMap(explanations))
    }

    @Test("a rule that does not exist is found")
    func missingRuleIsFound() {
        let page = SourceFile(
            path: "docs/maintainers/PLANS.md", text: "# Plans\n\n## Rule 1: a\n\n## Rule 2: b\n")
        let file = SourceFile(
            path: "sql/functions/a.sql", text: "-- A (plans: rule 2).\n-- B (plans: rule 3).\n")
        #expect(rules(of: page) == [1, 2])
        #expect(findings(in: file, rules: rules(of: page)).map(\.line) == [2])
    }

    @Test("a comment that explains the planner is found")
    func explanationIsFound() {
        let file = SourceFile(
            path: "sql/functions/a.sql",
            text: "-- So that the planner inlines it.\n-- `offset 0` keeps the order.\noffset 0;\n")
        #expect(explanations(in: file).map(\.line) == [1, 2])
    }

    private func rules(of page: SourceFile) -> [Int] {
        page.lines.compactMap { $0.prefixMatch(of: #/## Rule (\d+): /#).flatMap { Int($0.1) } }
    }

    private func findings(in file: SourceFile, rules: [Int]) -> [Finding] {
        file.lines.enumerated().flatMap { index, line in
            line.matches(of: #/plans: rule (\d+)/#).compactMap { match in
                Int(match.1).map(rules.contains) == true
                    ? nil : file.finding(index + 1, "PLANS.md has no rule \(match.1)")
            }
        }
    }

    private func explanations(in file: SourceFile) -> [Finding] {
        file.lines.enumerated().compactMap { index, line in
            let comment = line.firstRange(of: "--").map { line[$0.lowerBound...] } ?? ""
            return comment.contains(#/planner (inlines|from)|`offset 0`/#)
                ? file.finding(index + 1, "name a rule of PLANS.md: 'plans: rule 3'") : nil
        }
    }
}
