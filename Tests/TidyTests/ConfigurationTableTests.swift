import Testing

@Suite("CONFIGURATION.md lists every configuration key")
struct ConfigurationTableTests {
    @Test("the table has a row for each key, and no other")
    func tableIsComplete() throws {
        let document = try #require(Repository.file("docs/CONFIGURATION.md"))
        let keys = Set(
            Repository.swift.filter { $0.file.isUnder("Sources/hearth/Configuration") }
                .flatMap(keys))
        let rows = rows(in: document)
        #expect(keys.subtracting(rows).sorted() == [], "add these to the table")
        #expect(rows.subtracting(keys).sorted() == [], "there are no such keys")
    }

    @Test("the test reads keys and rows")
    func formsAreUnderstood() {
        let source = SwiftSource("let a = ConfigurationKey(\n    \"HEARTH_A\", .text, \"What.\")\n")
        let document = SourceFile(
            path: "docs/CONFIGURATION.md",
            text: "| `HEARTH_A` | text |\n| `DATABASE_URL` (secret) | b |\n| `up` | c |\n")
        #expect(keys(in: source) == ["HEARTH_A"])
        #expect(rows(in: document) == ["HEARTH_A", "DATABASE_URL"])
    }

    /// The names in `ConfigurationKey("NAME", …)`.
    private func keys(in source: SwiftSource) -> [String] {
        let code = source.tokens.code
        return code.occurrences(of: ["ConfigurationKey", "("]).compactMap { start in
            let name = code.dropFirst(start + 2).first
            return name?.kind == .literal ? name?.text : nil
        }
    }

    /// The environment variables in the first cells of rows.
    private func rows(in file: SourceFile) -> Set<String> {
        Set(
            file.lines.compactMap { line in
                line.prefixMatch(of: #/\| `((?:HEARTH|DATABASE|OTEL)_[A-Z_]+)`/#).map {
                    String($0.1)
                }
            })
    }
}
