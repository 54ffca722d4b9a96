import Testing

@Suite("Migrations are numbered, and say what they are for and which functions work after them")
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

    @Test(
        "the test detects a missing line about compatibility, and one that cannot be",
        arguments: ["", "-- Compatible from version 1.", "-- Compatible from schema version 39."])
    func incompatible(line: String) {
        func file(_ number: Int, _ line: String) -> SourceFile {
            let name = "\(String(10_000 + number).dropFirst())_a.sql"
            return SourceFile(path: "sql/migrations/\(name)", text: "-- Why.\n\(line)\n")
        }
        let before = (1...37).map { file($0, "") }
        let good = "-- Compatible from schema version 38."
        #expect(findings(in: before + [file(38, good)]).isEmpty)
        #expect(findings(in: before + [file(38, line)]).count == 1)
    }

    @Test(
        "the test detects a column with values in a migration that is compatible",
        arguments: [
            "integer default 0", "integer not null\n    default 0", "x generated always as",
        ])
    func values(column: String) {
        let before = (1...37).map { number in
            SourceFile(
                path: "sql/migrations/\(String(10_000 + number).dropFirst())_a.sql",
                text: "-- Why.\n")
        }
        func found(_ version: Int, _ column: String) -> Int {
            let text = """
                -- Why.
                -- Compatible from schema version \(version).
                alter table entitlements.a add column b \(column);
                alter table entitlements.a alter column b set default 0;
                """
            return findings(
                in: before + [SourceFile(path: "sql/migrations/0038_a.sql", text: text)]
            ).count
        }
        #expect(found(37, column) == 1)
        #expect(found(38, column) == 0)
        #expect(found(37, "integer") == 0)
    }

    /// Whether a statement of the file adds a column with a default or a generated value.
    private func addsValues(_ file: SourceFile) -> Bool {
        file.text.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: " ")
            .split(separator: ";").contains { statement in
                statement.contains("add column")
                    && statement.contains(#/\b(default|generated)\b/#)
            }
    }

    /// Releases lie beside each other from this migration on.
    private static let firstCompatible = 38

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
            let compatible = file.lines.prefix { $0.hasPrefix("--") }.compactMap { line in
                line.wholeMatch(of: #/-- Compatible from schema version ([0-9]+)\./#)
                    .flatMap { Int($0.1) }
            }
            if last >= Self.firstCompatible, compatible.first.map({ $0 <= last }) != true {
                findings.append(
                    file.finding(
                        1, "say in its head: -- Compatible from schema version \(last) or less."))
            }
            if let oldest = compatible.first, oldest < last, addsValues(file) {
                findings.append(
                    file.finding(
                        1,
                        "it adds a column with a default or a generated value: older functions "
                            + "may use the row type, so add the column, then alter its default"))
            }
            if file.lines.first?.hasPrefix("-- ") != true {
                findings.append(file.finding(1, "say in its first line what it holds, or why"))
            }
            return findings
        }
    }
}
