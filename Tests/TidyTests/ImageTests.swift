import Testing

@Suite("The image has what its binary embeds")
struct ImageTests {
    @Test("the Dockerfile copies each file and folder that the plugin embeds")
    func dockerfile() throws {
        let plugin = try #require(Repository.file("Plugins/EmbedText/EmbedText.swift"))
        let dockerfile = try #require(Repository.file("Dockerfile"))
        // Names of targets and file extensions are no paths.
        let embedded = plugin.text.matches(of: #/"([A-Za-z\/.]+)"/#).map { String($0.1) }
            .filter(Repository.exists)
        #expect(Set(embedded).isSuperset(of: ["README.md", "docs", "sql"]))
        expectNone(lacking(embedded, in: dockerfile))
    }

    @Test(
        "a path that the build lacks is found",
        arguments: [
            ("README.md", 1), ("docs", 0), ("docs/images", 0), ("sql", 1), ("Sources/A", 0),
            ("examples", 1),
        ])
    func lackingIsFound(path: String, count: Int) {
        let dockerfile = SourceFile(
            path: "Dockerfile",
            text: "FROM a AS build\nCOPY docs docs\nCOPY Sources Sources\nCOPY sq sq\n"
                + "FROM b\nCOPY --from=build examples sql README.md ./\n")
        #expect(lacking([path], in: dockerfile).count == count)
    }

    private func lacking(_ paths: [String], in dockerfile: SourceFile) -> [Finding] {
        let copied = dockerfile.lines.filter { $0.hasPrefix("COPY ") && !$0.contains("--from") }
            .flatMap { $0.split(separator: " ").dropFirst().dropLast() }
        return paths.filter { path in
            !copied.contains { path == $0 || path.hasPrefix("\($0)/") }
        }.map { dockerfile.finding(1, "\($0) is embedded in the binary: COPY it") }
    }
}
