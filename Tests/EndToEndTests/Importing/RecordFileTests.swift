import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import hearth

@Suite("Files of records")
struct RecordFileTests {
    private func read(_ text: String, as name: String) throws -> [RecordFile.Record] {
        let folder = TestFolder(named: "records")
        defer { folder.remove() }
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        var file = try RecordFile.open(path: path)
        var records: [RecordFile.Record] = []
        while let record = try file.next() { records.append(record) }
        return records
    }

    private func object(_ record: RecordFile.Record) -> JSONValue {
        record.fields.map { .object($0) } ?? .null
    }

    @Test("CSV has quoted commas, quotes and line ends, and each record its first line")
    func csv() throws {
        let records = try read(
            "\u{FEFF}id,name\r\n1,\"a, \"\"b\"\"\r\nc\"\r\n\r\n2,\n3,\"last\"", as: "a.csv")
        #expect(records.map(\.line) == [2, 5, 6])
        #expect(object(records[0]) == ["id": "1", "name": "a, \"b\"\nc"])
        #expect(object(records[1]) == ["id": "2"])
        #expect(object(records[2]) == ["id": "3", "name": "last"])
    }

    @Test("a row of CSV with another number of fields is a problem of its line alone")
    func wrongCSV() throws {
        let records = try read("id,name\n1\n2,b\n", as: "a.csv")
        #expect(records[0].problem == "There are 1 fields; the header has 2.")
        #expect(object(records[1]) == ["id": "2", "name": "b"])
    }

    @Test("a header that names a column twice is refused")
    func wrongHeader() {
        #expect(throws: OperatorMessage.self) { try read("id,id\n1,2\n", as: "a.csv") }
        #expect(throws: OperatorMessage.self) { try read("", as: "a.csv") }
    }

    @Test("NDJSON has an object on each line; another line is a problem of its own")
    func json() throws {
        let records = try read("{\"id\":1}\n\n[]\n{\"id\":\n{\"id\":2}", as: "a.ndjson")
        #expect(records.map(\.line) == [1, 3, 4, 5])
        #expect(object(records[0]) == ["id": 1])
        #expect(records[1].problem == "It is no JSON object.")
        #expect(records[2].problem != nil)
        #expect(object(records[3]) == ["id": 2])
    }

    @Test("a line that is too long ends the reading")
    func tooLong() {
        let text = String(repeating: "a", count: LineFile.maximumLineBytes + 70_000)
        #expect(throws: OperatorMessage.self) { try read(text, as: "a.ndjson") }
    }

    @Test("the lines of a household stay in one set, and sets have a limit")
    func sets() throws {
        let folder = TestFolder(named: "sets")
        defer { folder.remove() }
        let path = folder.path + "/a.csv"
        func write(users: Int, members: Int) throws {
            let lines =
                ["record,app_user_id,household,joined_at"]
                + (0..<users).map { "app_user,u_\($0),," }
                + (0..<members).map { "household_member,m_\($0),nest,2026-01-01T00:00:00Z" }
                + ["app_user,last,,"]
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        }
        func counts() throws -> [Int] {
            var sets = ImportSets(try RecordFile.open(path: path), record: nil)
            var counts: [Int] = []
            while case let rows = try sets.next(), !rows.isEmpty { counts.append(rows.count) }
            return counts
        }
        try write(users: 510, members: 4)
        #expect(try counts() == [514, 1])
        try write(users: 512, members: 4)
        #expect(try counts() == [512, 5])
        try write(users: 500, members: ImportSets.maximumHouseholdRows + 20)
        #expect(throws: OperatorMessage.self) { try counts() }
    }

    @Test(
        "a wrong field is named with what it must be",
        arguments: [
            ("{\"app_user_id\":\"a\"}", "“record” must be one of"),
            ("{\"record\":\"person\",\"app_user_id\":\"a\"}", "“record” must be one of"),
            ("{\"record\":\"app_user\"}", "“app_user_id” is missing."),
            ("{\"record\":\"app_user\",\"app_user_id\":\"\"}", "“app_user_id” must be a text"),
            (
                "{\"record\":\"app_user\",\"app_user_id\":\"a\",\"created_at\":\"today\"}",
                "“created_at” must be a time"
            ),
            (
                "{\"record\":\"app_user\",\"app_user_id\":\"a\",\"emial\":\"b\"}",
                "“emial” is no field of app_user; it has: app_user_id"
            ),
            (
                "{\"record\":\"use\",\"app_user_id\":\"a\",\"limit_id\":\"l\",\"amount\":0}",
                "“amount” must be a whole number from 1 to 1000000."
            ),
            (
                "{\"record\":\"grant\",\"app_user_id\":\"a\",\"reference\":\"r\","
                    + "\"starts_at\":\"2026-01-01T00:00:00Z\",\"reason\":\"b\"}",
                "Expected one of “entitlement_id” and “product_id”."
            ),
        ])
    func wrongFields(line: String, sentence: String) throws {
        let record = try #require(try read(line, as: "a.ndjson").first)
        let row = ImportRow(record, record: nil)
        guard case .failure(let problem) = row.facts else {
            Issue.record("the row is right")
            return
        }
        #expect(problem.sentence.hasPrefix(sentence), "\(problem.sentence)")
    }

    @Test("docs/MOVING_IN.md has the fields of each record, and no other")
    func documented() throws {
        let path = PackageRoot.url.appending(path: "docs/MOVING_IN.md")
        let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        for record in ImportRecord.allCases {
            let section = try #require(
                text.split(separator: "\n### ").first { $0.hasPrefix("`\(record.rawValue)`") },
                "\(record)")
            let named = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
                String($0.dropFirst(3).prefix { $0 != "`" })
            }
            #expect(named == record.fields.map(\.name))
        }
    }
}
