import Testing

@Suite("A SQL file has one function")
struct SQLFunctionFileTests {
    private static let good = """
        -- What it does.
        -- Who may call it.
        -- Locks: none.
        create function api.get_example(app_user_id text)
        returns text language sql stable security invoker set search_path = ''
        as $$
            select 'create function api.other()';
        $$;

        """

    @Test("every file follows the form")
    func filesFollowTheForm() {
        expectNone(Repository.sqlFunctions.flatMap(findings))
    }

    @Test("no two files create a function of one name")
    func namesAreUnique() {
        let names = Dictionary(grouping: Repository.sqlFunctions, by: \.file.stem)
        expectNone(
            names.values.filter { $0.count > 1 }.compactMap { sources in
                sources.last?.file.finding(1, "\(sources.count) files have this name: rename one")
            })
    }

    @Test("a file that follows the form has no finding")
    func goodFilePasses() {
        #expect(findings(in: SQLSource(Self.good)).isEmpty)
    }

    @Test(
        "the test detects each departure from the form",
        arguments: [
            ("-- What it does.\n", ""),
            ("api.get_example(app_user_id", "api.get_other(app_user_id"),
            ("$$;\n", "$$;\ncreate or replace function api.two() as $$ $$;\n"),
            ("$$;\n", "$$;\ngrant execute on function api.get_example(text) to public;\n"),
            ("$$;\n", "$$;\ncomment on function api.get_example(text) is 'An example.';\n"),
            ("set search_path = ''", ""),
            ("security invoker", "security definer"),
        ])
    func departureIsFound(good: String, bad: String) {
        let text = Self.good.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
            .joined(separator: bad)
        #expect(findings(in: SQLSource(text)).count == 1)
    }

    @Test("a door that says why may cross tenants")
    func doorSaysWhy() {
        let definer = Self.good.split(separator: "invoker").joined(separator: "definer")
        let door = SQLSource("-- security definer because it must.\n" + definer)
        #expect(findings(in: door).isEmpty)
    }

    private func findings(in source: SQLSource) -> [Finding] {
        let file = source.file
        let code = source.tokens.code
        var findings: [Finding] = []
        func require(_ holds: Bool, _ message: String) {
            if !holds { findings.append(file.finding(1, message)) }
        }
        require(
            source.header.count >= 3,
            "open with comment lines: what it does, who may call it, locks, errors")
        require(
            source.createdFunctions == [file.stem],
            "must create the one function \(file.stem), and creates \(source.createdFunctions)")
        // Names in a quoted body are looked up at each call. A standard SQL body binds its names at
        // creation, and an aggregate has no body.
        let isQuoted = !code.occurrences(of: ["$", "$"]).isEmpty
        let pins = code.occurrences(of: ["set", "search_path", "="]).contains { start in
            code.dropFirst(start + 3).first.map { $0.kind == .literal && $0.text.isEmpty } ?? false
        }
        require(pins || !isQuoted, "add set search_path = ''")
        require(
            code.occurrences(of: ["comment", "on"]).isEmpty
                && code.occurrences(of: ["grant", "execute"]).isEmpty,
            "leave rights to the default privileges, and the comment to the header's first lines")
        require(
            code.occurrences(of: ["security", "definer"]).isEmpty
                || file.lines.contains { $0.hasPrefix("-- security definer because ") },
            "a door needs a line '-- security definer because …'")
        return findings
    }
}
