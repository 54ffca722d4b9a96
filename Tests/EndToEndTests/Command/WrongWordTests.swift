import TestSupport
import Testing

@testable import hearth

@Suite("A wrong word for a command gets a suggestion")
struct WrongWordTests {
    @Test(
        "the nearest command of the group is meant",
        arguments: [
            ("tenat list", "hearth", "tenat", "tenant"), ("doctr", "hearth", "doctr", "doctor"),
            ("tenant lst", "hearth tenant", "lst", "list"),
            ("tenant secret sett x", "hearth tenant secret", "sett", "set"),
            ("key revok x", "hearth key", "revok", "revoke"),
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
            "tenant list", "reconcile stockpot", "users show stockpot u_1", "doctor --jsn",
            "--verison", "help tenat", "",
        ])
    func noCommands(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(WrongWord.find(in: words, of: Hearth.self) == nil)
    }

    @Test("the command says so and exits with 64")
    func message() async throws {
        let finished = try await HearthProcess.run(["tenat", "list"])
        #expect(finished.exit == .status(64))
        #expect(
            finished.error.contains(
                "There is no command 'hearth tenat'. Did you mean 'hearth tenant'?"))
    }
}
