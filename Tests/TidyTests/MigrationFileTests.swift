import Testing

@Suite("Migrations are numbered, and say what they are for")
struct MigrationFileTests {
    @Test("the repository's migrations follow the form")
    func migrationsFollowTheForm() {
        let files = Repository.files.filter { $0.isUnder("sql/migrations") }
        #expect(!files.isEmpty)
        expectNone(findings(in: files))
    }

    @Test(
        "the test detects a gap, a repeated number, a bad name and a missing reason",
        arguments: [
            ["0001_a.sql", "0003_b.sql"], ["0001_a.sql", "0001_b.sql"], ["0001-a.sql"],
            ["0001_A.sql"], ["0001_silent.sql"], ["0001_a.txt"],
        ])
    func departureIsFound(names: [String]) {
        let files = names.map {
            SourceFile(
                path: "sql/migrations/\($0)",
                text: $0.contains("silent") ? "create table a ();\n" : "-- Why.\n")
        }
        #expect(findings(in: files).count == 1)
    }

    private func findings(in files: [SourceFile]) -> [Finding] {
        var last = 0
        return files.flatMap { file in
            var findings: [Finding] = []
            let match = file.name.wholeMatch(of: #/([0-9]{4})_[a-z0-9_]+\.sql/#)
            if let number = match.flatMap({ Int($0.1) }) {
                if number != last + 1 {
                    findings.append(
                        file.finding(1, "its number must be \(last + 1): no gaps, no repeats"))
                }
                last = number
            } else {
                findings.append(file.finding(1, "name it NNNN_name.sql, in lower case"))
            }
            if file.lines.first?.hasPrefix("-- ") != true {
                findings.append(file.finding(1, "say in its first line what it holds, or why"))
            }
            return findings
        }
    }
}
