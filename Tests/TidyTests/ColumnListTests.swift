import Foundation
import Testing

/// Evidence, purchases and answers are written by lists of columns, in which a new column is easily
/// left out or put in another's place: nothing would fail.
@Suite("Each column of evidence, purchases and answers is in the list that writes it")
struct ColumnListTests {
    /// The columns of a purchase that it is created with.
    private static let key: Set<String> = [
        "tenant_id", "purchase_id", "environment", "store", "chain_id",
    ]

    @Test("add_evidence inserts each column of evidence that Postgres does not generate")
    func evidence() throws {
        let columns = try #require(Self.columns(of: "evidence"))
        let list = try #require(Self.evidenceList(in: Self.function("add_evidence")))
        #expect(columns.count > 40)
        #expect(list.names.sorted() == columns.sorted())
        #expect(Self.misplaced(in: list) == [])
    }

    @Test("store_purchases sets each column of purchases but the key")
    func purchases() throws {
        let columns = try #require(Self.columns(of: "purchases")).filter { !Self.key.contains($0) }
        let list = try #require(Self.purchaseList(in: Self.function("store_purchases")))
        #expect(columns.count > 30)
        #expect(list.names.sorted() == columns.sorted())
        #expect(Self.misplaced(in: list) == [])
    }

    @Test("answered_entitlements fills its row type in the type's order")
    func answered() throws {
        let columns = try #require(
            Self.columns(after: "CREATE TYPE entitlements.answered_entitlement AS ("))
        let text = try Self.function("answered_entitlements")
        let list = try #require(
            text.firstMatch(of: #/select (.*?)\s+from api\.best_sources/#.dotMatchesNewlines()))
        let values = Self.parts(of: list.output.1).map { String($0.trimmingPrefix("best.")) }
        #expect(columns.count > 20)
        #expect(values == columns)
    }

    @Test("the test detects two columns that changed places, and a missing value")
    func misplacedIsFound() throws {
        let swapped = try #require(
            Self.evidenceList(
                in: """
                    insert into entitlements.evidence (tenant_id, kind, store)
                    select entry.tenant_id, entry.store, entry.kind
                      from unnest(entries) as entry;
                    """))
        #expect(swapped.names == ["tenant_id", "kind", "store"])
        #expect(Self.misplaced(in: swapped) == ["kind", "store"])
        let short = try #require(
            Self.purchaseList(
                in: "set (kind, a_id, store)\n = row(x.kind, f(x.a_id, 0))\n from unnest(a)"))
        #expect(Self.misplaced(in: short) == ["store"])
    }

    /// Columns and what each is set to, both in their order.
    private struct List {
        let names: [String]
        let values: [String]
    }

    /// The columns whose value does not name them.
    private static func misplaced(in list: List) -> [String] {
        list.names.indices.filter { place in
            guard place < list.values.count else { return true }
            let words = list.values[place].split { !($0.isLetter || $0 == "_") }.map(String.init)
            return !words.contains(list.names[place])
                && !words.contains(list.names[place] + "s")
        }.map { list.names[$0] }
    }

    private static func evidenceList(in text: String) -> List? {
        text.firstMatch(
            of: #/insert into entitlements\.evidence\s*\(([^)]*)\)\s*select (.*?)\s+from /#
                .dotMatchesNewlines()
        ).map { List(names: parts(of: $0.output.1), values: parts(of: $0.output.2)) }
    }

    private static func purchaseList(in text: String) -> List? {
        text.firstMatch(
            of: #/set \(([^)]*)\)\s*= row\((.*?)\)\s+from /#.dotMatchesNewlines()
        ).map { List(names: parts(of: $0.output.1), values: parts(of: $0.output.2)) }
    }

    /// The parts between commas, but for those in parentheses.
    private static func parts(of list: Substring) -> [String] {
        var parts = [""]
        var depth = 0
        for character in list {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                parts.append("")
                continue
            default: break
            }
            parts[parts.count - 1].append(character)
        }
        return parts.map { String($0.trimmingPrefix(while: \.isWhitespace)) }
    }

    private static func function(_ name: String) throws -> String {
        try #require(Repository.sqlFunctions.first { $0.file.stem == name }).file.text
    }

    /// The columns of a table that are written.
    private static func columns(of table: String) -> [String]? {
        columns(after: "CREATE TABLE entitlements.\(table) (")
    }

    /// The columns below a line of the dump of the schema.
    private static func columns(after head: String) -> [String]? {
        guard
            let text = try? String(
                contentsOf: Repository.root.appending(path: "sql/schema.sql"), encoding: .utf8)
        else { return nil }
        return SourceFile(path: "sql/schema.sql", text: text).lines
            .drop { $0 != head }.dropFirst()
            .prefix { $0.first?.isWhitespace == true && !$0.contains(" CONSTRAINT ") }
            .filter { !$0.contains(" GENERATED ALWAYS ") }
            .compactMap { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) }
    }
}
