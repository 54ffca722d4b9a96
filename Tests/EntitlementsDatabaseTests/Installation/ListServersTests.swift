import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_servers")
struct ListServersTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a server is listed with the keys of its last note")
    func latest() async throws {
        try await ScratchDatabase.with { own in
            #expect(try await own.servers(at: start).isEmpty)
            try await own.note("web-1/7", ["a"], at: start)
            try await own.note("web-2/7", ["b", "a"], at: start)
            try await own.note("web-1/7", ["b"], at: start.advanced(bySeconds: 60))
            #expect(
                try await own.servers(at: start.advanced(bySeconds: 60)) == [
                    .init(serverName: "web-1/7", keyIDs: ["b"]),
                    .init(serverName: "web-2/7", keyIDs: ["b", "a"]),
                ])
        }
    }

    @Test("a server that has not noted its presence for three minutes is not listed")
    func stale() async throws {
        try await ScratchDatabase.with { own in
            try await own.note("web-1/7", ["a"], at: start)
            let names = { (seconds: Int64) in
                try await own.servers(at: start.advanced(bySeconds: seconds)).map(\.serverName)
            }
            #expect(try await names(179) == ["web-1/7"])
            #expect(try await names(180) == [])
            try await own.note("web-2/7", ["a"], at: start.advanced(bySeconds: 180))
            #expect(try await names(180) == ["web-2/7"])
            #expect(
                try await own.ask(
                    "select servers ? 'web-1/7' from entitlements.presence") == "f")
        }
    }

    @Test("servers of an older release are one row without a name and without keys")
    func olderRelease() async throws {
        try await ScratchDatabase.with { own in
            for _ in 0..<2 {
                try await own.administer(
                    "select from \(release).note_presence(as_of => '2999-01-01T00:00:00Z')")
            }
            #expect(
                try await own.servers(at: start) == [.init(serverName: "", keyIDs: [])])
        }
    }

    @Test("eight servers that note their presence at once are all listed")
    func raced() async throws {
        try await ScratchDatabase.with { own in
            let names = (1...8).map { "web-\($0)/7" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in names { group.addTask { try await own.note(name, [name], at: start) } }
                try await group.waitForAll()
            }
            #expect(
                try await own.servers(at: start)
                    == names.map { .init(serverName: $0, keyIDs: [$0]) })
        }
    }
}

extension ScratchDatabase {
    /// Notes the presence of a server.
    func note(_ name: String, _ keyIDs: [String], at moment: Timestamp) async throws {
        _ = try await database.call(
            NotePresence(asOf: moment, serverName: name, keyIDs: keyIDs))
    }

    /// The servers that run at a moment.
    func servers(at moment: Timestamp) async throws -> [ListServers.Row] {
        try await database.call(ListServers(asOf: moment))
    }
}
