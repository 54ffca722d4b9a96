import TestSupport
import Testing

@testable import hearth

@Suite("A wrong word for a command gets a suggestion")
struct WrongWordTests {
    @Test(
        "the nearest command of the group is meant",
        arguments: [
            ("tenats list", "hearth", "tenats", "tenants"), ("doctr", "hearth", "doctr", "doctor"),
            ("tenants lst", "hearth tenants", "lst", "list"),
            ("tenants secrets sett x", "hearth tenants secrets", "sett", "set"),
            ("keys revok x", "hearth keys", "revok", "revoke"),
            ("conf", "hearth", "conf", "configuration"), ("fly", "hearth", "fly", nil),
        ])
    func nearest(line: String, before: String, word: String, nearest: String?) {
        let words = line.split(separator: " ").map(String.init)
        let wrong = WrongWord.find(in: words, of: Hearth.self)
        #expect(wrong?.before.joined(separator: " ") == before)
        #expect(wrong?.word == word)
        #expect(wrong?.nearest == nearest)
    }

    @Test(
        "arguments and options are no wrong words",
        arguments: [
            "tenants list", "reconcile stockpot", "users show stockpot u_1", "doctor --jsn",
            "--verison", "help tenat", "",
        ])
    func noCommands(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(WrongWord.find(in: words, of: Hearth.self) == nil)
    }

    @Test("the command says so and exits with 64")
    func message() async throws {
        let finished = try await HearthProcess.run(["tenats", "list"])
        #expect(finished.exit == .status(64))
        #expect(
            finished.error.contains(
                "There is no command 'hearth tenats'. Did you mean 'hearth tenants'?"))
    }
}
