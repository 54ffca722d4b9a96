import ArgumentParser
import Entitlements
import TestSupport
import Testing

@testable import hearth

@Suite("Lists are tables")
struct ListTests {
    @Test("each list shows its row of Tests/EndToEndTests/Command/ListRows.swift in every column")
    func rows() throws {
        let lists = Leaf.all.compactMap { leaf in
            (leaf.command as? any ListCommand.Type).map { (line: leaf.line, columns: $0.columns) }
        }
        #expect(lists.count >= 24)
        #expect(ListRows.all.keys.sorted() == lists.map(\.line).sorted())
        var text = ""
        for list in lists {
            let row = try #require(ListRows.all[list.line])
            let empty = list.columns.filter { $0.cell(of: row).text == "–" }.map(\.head)
            #expect(
                empty.isEmpty, "\(list.line): the row lacks them, or the column's path is wrong")
            text += "$ \(list.line)\n"
            let lines = Table(list.columns, [row]).lines.map { $0.text() }
            text += lines.joined(separator: "\n") + "\n\n"
        }
        try expectSnapshot(text, "lists.txt")
    }
}

extension BinaryTests.Commands {
    @Suite("Lists are JSON, too")
    struct ListJSONTests {
        @Test("each list prints what the API answers if it is asked for JSON")
        func json() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(like: "digero", in: own.database)
                try await tenant.receive(.nowRunning(appUserID: "u_42"))
                try await tenant.found("u_42")
                for leaf in Leaf.all where leaf.command is any ListCommand.Type {
                    var words = leaf.exampleWords.map { $0 == "myapp" ? tenant.slug : $0 }
                    if let format = words.firstIndex(of: "--format") {
                        words.removeSubrange(format...(format + 1))
                    }
                    let formats = ["hearth configuration", "hearth runs drift"]
                    words += formats.contains(leaf.line) ? ["--format", "json"] : ["--json"]
                    let done = try await HearthProcess.run(
                        words, environment: ["DATABASE_URL": own.connectionString])
                    // The examples of two lists name an id that the tenant lacks.
                    if words.contains(Leaf.unknownID) {
                        #expect(done.exit == .status(66), "\(leaf.line): \(done.error)")
                        continue
                    }
                    #expect(done.exit == .status(0), "\(leaf.line): \(done.error)")
                    let json = try? JSONParser.parse(Array(done.output.utf8))
                    #expect(json?.object?.members.isEmpty == false, "\(leaf.line): \(done.output)")
                }
            }
        }
    }
}
