import Testing

/// The drawing of a purchase's states names what the fold has: no state and no kind more or less.
@Suite("docs/maintainers/STATES.md shows the states of the fold")
struct PurchaseStateTests {
    @Test("each state that the fold sets is in the drawing, and in the order of the states")
    func states() throws {
        let page = try #require(Repository.file("docs/maintainers/STATES.md"))
        let states = Set(Repository.sqlFunctions.flatMap { Self.states(in: $0.file.text) })
        #expect(states.count >= 10)
        let parts = page.text.split(separator: "```", omittingEmptySubsequences: false)
        let drawn = Set(parts[1].split { !$0.isLetter && $0 != "_" }.map(String.init))
        #expect(states.subtracting(drawn).isEmpty)
        #expect(states.subtracting(Self.quoted(in: parts.dropFirst(2).joined())).isEmpty)
    }

    @Test("each kind of evidence has its row, with what the table of kinds says it does")
    func kinds() throws {
        let page = try #require(Repository.file("docs/maintainers/STATES.md"))
        let rows = page.lines.filter { $0.hasPrefix("| `") }.map {
            $0.split(separator: "|").map { String($0) }
        }
        let shown = rows.flatMap { row in
            Self.quoted(in: row[0]).map { "\($0) \(row[1].filter(\.isLetter))" }
        }
        #expect(shown.count >= 20)
        #expect(shown.sorted() == Self.kinds.sorted())
    }

    @Test("a state is found in a column's value, however long the expression is")
    func stateIsFound() {
        let text = """
            _purchase.status_until_end := case
                when _purchase.store = 'promotional' then 'granted' else 'active' end;
            _purchase.end_reason := 'refunded';
            """
        #expect(Self.states(in: text) == ["granted", "active"])
    }

    /// The literals that a function assigns to one of the two columns of states.
    private static func states(in text: String) -> [String] {
        text.matches(of: #/status_(?:until|after)_end := ([^;]*);/#).flatMap { assignment in
            assignment.1.matches(of: #/(?:then|else|^) ?'([a-z_]+)'/#).map { String($0.1) }
        }
    }

    private static func quoted(in text: String) -> Set<String> {
        Set(text.matches(of: #/`([a-z_]+)`/#).map { String($0.1) })
    }

    /// The rows of `entitlements.evidence_kinds`, as “kind does”.
    private static let kinds = Repository.sql.filter { $0.file.isUnder("sql/migrations") }
        .flatMap { source -> [String] in
            let inserts = source.file.text.split(
                separator: "insert into entitlements.evidence_kinds",
                omittingEmptySubsequences: false)
            return inserts.dropFirst().flatMap { insert in
                insert.prefix { $0 != ";" }.matches(of: #/\('([a-z_]+)', [0-9]+, '([a-z]+)'\)/#)
                    .map { "\($0.1) \($0.2)" }
            }
        }
}
