import Testing

/// The kinds of evidence are in one table, and functions draw from it.
///
/// A function that tells some kinds apart by name says in its head what becomes of the others, in a
/// sentence that begins with "Other kinds".
@Suite("Functions that name kinds of evidence say what becomes of other kinds")
struct EvidenceKindTests {
    /// The rows of `entitlements.evidence_kinds`, from the migrations that insert them.
    private static let kinds = Set(
        Repository.sql.filter { $0.file.isUnder("sql/migrations") }.flatMap { source in
            guard
                let start = source.file.text.firstRange(
                    of: "insert into entitlements.evidence_kinds")
            else { return [Substring]() }
            let rest = source.file.text[start.lowerBound...]
            let statement = rest[..<(rest.firstIndex(of: ";") ?? rest.endIndex)]
            return statement.matches(of: #/\('([a-z_]+)', [0-9]+, '/#).map(\.output.1)
        }.map(String.init))

    @Test("every kind is named, or left to a stated default")
    func defaultsAreStated() {
        #expect(Self.kinds.count >= 20)
        expectNone(Repository.sqlFunctions.flatMap(findings))
    }

    @Test(
        "the test detects a list without a default, as a list and as cases",
        arguments: [
            "select evidence.kind in ('renewal', 'expiration');",
            "if evidence.kind = 'renewal' then a; elsif evidence.kind = 'expiration' then b;",
            "case evidence.kind when 'renewal' then a when 'expiration' then b end;",
        ])
    func listIsFound(body: String) {
        func source(_ head: String) -> SQLSource {
            SQLSource("-- Does it.\n\(head)\ncreate function api.x()\n\(body)\n")
        }
        #expect(findings(in: source("--")).count == 1)
        #expect(findings(in: source("-- Other kinds do nothing.")).isEmpty)
        #expect(findings(in: SQLSource("create function api.x()\nkind = 'renewal';\n")).isEmpty)
    }

    private func findings(in source: SQLSource) -> [Finding] {
        let text = source.file.text
        let named = Set(literals(in: text)).intersection(Self.kinds)
        // Entries of a timeline have kinds of their own.
        guard named.count > 1, named != Self.kinds, !text.contains("'webhook_event'"),
            !text.contains("-- Other kinds ")
        else { return [] }
        return [
            source.file.finding(
                1,
                "say in the head what becomes of other kinds than \(named.sorted()), as "
                    + "\"Other kinds …\", or ask entitlements.evidence_does")
        ]
    }

    /// The literals that a kind is compared with.
    private func literals(in text: String) -> [String] {
        let compared = text.matches(
            of: #/kind'?\)?\s*(?:=|<>|in|not in|is distinct from)\s*\(?((?:\s*'[a-z_]+',?)+)/#
        ).map(\.output.1)
        let cases = text.matches(of: #/case\s+[a-z_().]*kind\s+((?:when\s+'[a-z_]+'[^;]*?)+)end/#)
            .map(\.output.1)
        return (compared + cases).flatMap { part in
            part.matches(of: #/'([a-z_]+)'/#).map { String($0.output.1) }
        }
    }
}
