import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("note_departure")
struct NoteDepartureTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a server that has left is not listed, until it is back; repeating changes nothing")
    func departed() async throws {
        try await ScratchDatabase.with { own in
            for name in ["web-1/7", "web-2/7"] { try await own.note(name, ["a"], at: start) }
            for _ in 0..<2 {
                try await own.database.callOne(NoteDeparture(serverName: "web-1/7"))
                #expect(try await own.servers(at: start).map(\.serverName) == ["web-2/7"])
            }
            try await own.note("web-1/7", ["a"], at: start)
            #expect(try await own.servers(at: start).count == 2)
        }
    }

    @Test("before any server was present, and of an unknown server, nothing changes")
    func unknown() async throws {
        try await ScratchDatabase.with { own in
            try await own.database.callOne(NoteDeparture(serverName: "web-1/7"))
            #expect(try await own.database.callOne(ExamineInstallation()).servedAt == nil)
            try await own.note("web-1/7", ["a"], at: start)
            try await own.database.callOne(NoteDeparture(serverName: "web-2/7"))
            #expect(try await own.servers(at: start).map(\.serverName) == ["web-1/7"])
        }
    }

    @Test("eight servers that leave while eight come leave those listed")
    func raced() async throws {
        try await ScratchDatabase.with { own in
            for index in 1...8 { try await own.note("old-\(index)/7", ["a"], at: start) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 1...8 {
                    group.addTask { try await own.note("new-\(index)/7", ["b"], at: start) }
                    group.addTask {
                        try await own.database.callOne(
                            NoteDeparture(serverName: "old-\(index)/7"))
                    }
                }
                try await group.waitForAll()
            }
            #expect(
                try await own.servers(at: start).map(\.serverName)
                    == (1...8).map { "new-\($0)/7" })
        }
    }
}
