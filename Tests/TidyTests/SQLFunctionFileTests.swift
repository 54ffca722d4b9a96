import FoundationEssentials
import Testing

@Suite("A SQL file has one function")
struct SQLFunctionFileTests {
    private static let good = """
        -- What it does.
        --
        -- Locks: the example.

        create function api.get_example(app_user_id text)
        returns text
        language plpgsql volatile
        as $$
        begin
            perform from examples for update;
            return 'create function api.other()';
        end
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

    @Test("a function in a folder of its area is named by another one, or by a statement")
    func innerFunctionsAreNamed() {
        let statements = Repository.sql.filter { $0.file.isUnder("sql/moves") }
        expectNone(unnamed(in: Repository.sqlFunctions + statements))
    }

    @Test("the test detects a function that only names itself")
    func unnamedIsFound() {
        let inner = SQLSource(Self.good, path: "sql/functions/catalog/rules/get_example.sql")
        let caller = SQLSource("select api.get_example('');", path: "sql/functions/catalog/x.sql")
        #expect(unnamed(in: [inner]).count == 1)
        #expect(unnamed(in: [inner, caller]).isEmpty)
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
            ("as $$", "set search_path = ''\nas $$"),
            ("as $$", "as $$\n#variable_conflict use_column"),
            ("volatile", "volatile security invoker"),
            ("volatile", "volatile security definer"),
            ("-- Locks: the example.\n", ""),
        ])
    func departureIsFound(good: String, bad: String) {
        let text = Self.good.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
            .joined(separator: bad)
        #expect(findings(in: SQLSource(text)).count == 1)
    }

    @Test("a door that says why may cross tenants")
    func doorSaysWhy() {
        let definer = Self.good.replacing("volatile", with: "volatile security definer")
        let door = SQLSource("-- security definer because it must.\n" + definer)
        #expect(findings(in: door).isEmpty)
    }

    @Test("functions outside of sql/functions look names up in pg_catalog first, pg_temp last")
    func pathsArePinned() {
        expectNone(Repository.sql.flatMap(openPaths))
    }

    @Test(
        "the test detects an empty search path, and none",
        arguments: [
            ("sql/shared/a.sql", "", 1), ("sql/shared/a.sql", "set search_path = ''", 1),
            ("sql/shared/a.sql", "set search_path = pg_catalog, pg_temp", 0),
            ("sql/migrator/a.sql", "set search_path = ''''", 1),
            ("sql/migrations/0041_a.sql", "set search_path = ''", 0),
            ("sql/migrations/0042_a.sql", "set search_path = ''", 1),
        ])
    func openPathIsFound(path: String, setting: String, count: Int) {
        let text = "create function f() returns int\nlanguage plpgsql\n\(setting)\nas $$ $$;"
        #expect(openPaths(in: SQLSource(text, path: path)).count == count)
    }

    /// Released migrations have an empty path; 0042 pins what they made.
    private func openPaths(in source: SQLSource) -> [Finding] {
        let file = source.file
        guard file.isUnder("sql"), !file.isUnder("sql/functions"), file.stem != "schema",
            !file.isUnder("sql/migrations") || file.stem >= "0042"
        else { return [] }
        let functions = file.text.components(separatedBy: "language plpgsql").dropFirst()
        return functions.filter { !$0.prefix(120).contains(Self.pinned) }.map { _ in
            file.finding(1, "add '\(Self.pinned)' to each function in PL/pgSQL")
        }
    }

    private static let pinned = "set search_path = pg_catalog, pg_temp"

    private func unnamed(in sources: [SQLSource]) -> [Finding] {
        let named = Set(
            sources.flatMap { source in
                let code = source.tokens.code
                return code.indices.dropFirst(2).filter { place in
                    code[place - 2] == "api" && code[place - 1] == "."
                }.map { code[$0].text }.filter { $0 != source.file.stem }
            })
        return sources.filter { $0.isInternal && !named.contains($0.file.stem) }
            .map { $0.file.finding(1, "no function calls it: delete it") }
    }

    private func findings(in source: SQLSource) -> [Finding] {
        let file = source.file
        let code = source.tokens.code
        var findings: [Finding] = []
        func require(_ holds: Bool, _ message: String) {
            if !holds { findings.append(file.finding(1, message)) }
        }
        require(
            source.header.first.map { $0.count > 3 } ?? false,
            "open with comment lines: what it does, locks, errors")
        require(
            source.createdFunctions == [file.stem],
            "must create the one function \(file.stem), and creates \(source.createdFunctions)")
        for phrase in [
            ["set", "search_path"], ["security", "invoker"], ["#", "variable_conflict"],
        ] {
            require(
                code.occurrences(of: phrase).isEmpty,
                "leave out \(phrase.joined(separator: " ")), which the migrator or Postgres adds")
        }
        let locks = [["for", "update"], ["for", "no", "key", "update"], ["for", "share"]]
        require(
            locks.allSatisfy { code.occurrences(of: $0).isEmpty }
                || file.lines.contains { $0.hasPrefix("-- Locks: ") },
            "it locks rows: add a line '-- Locks: …'")
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
