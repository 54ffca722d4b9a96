import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("Events of a file, and stored ones, are sent as RevenueCat's")
    struct SentEventTests {
        @Test("a file is sent as it is; the stored event is sent again, and is a duplicate")
        func sent() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let option = ["--data-directory", directory]
                let path = directory + "/event.json"
                try Data(RevenueCatEvent.plusForEver("u_1").body).write(to: URL(filePath: path))
                let send = ["webhooks", "send", "stockpot", "--file"]
                let sent = try await HearthProcess.run(send + [path] + option)
                #expect(sent.exit == .status(0), "\(sent.error)")
                #expect(sent.output.contains(": 200 "))
                #expect(try await hearth.plan(of: "u_1") == "plus")
                let id = try #require(sent.output.split(separator: " ").dropFirst().first)
                let resend = ["events", "resend", "stockpot", String(id.dropLast())]
                let again = try await HearthProcess.run(resend + option)
                #expect(again.output.contains("duplicate"), "\(again.error)")
                let shown = try await HearthProcess.run(resend + ["--dry-run"] + option)
                #expect(shown.output.contains(#""app_user_id":"u_1""#), "\(shown.output)")

                let away = try await HearthProcess.run(
                    resend + ["--address", "http://127.0.0.1:9"] + option)
                #expect(away.exit == .status(69))
                #expect(away.error.contains("--address"))
                #expect(away.error.contains("--data-directory"))
                for body in [#"{"id": "e_1"}"#, #"{"event": {"id": "e_1"}}"#, "{"] {
                    let other = try await HearthProcess.run(send + ["-"] + option, input: body)
                    #expect(other.exit == .status(65), "\(body)")
                    #expect(other.error.contains("no webhook event"), "\(body)")
                }
                await hearth.stop()
            }
        }

        @Test("an event has a type and an app user, or a file, which takes no other option")
        func words() async throws {
            for words in [
                [], ["RENEWAL"], ["RENEWAL", "u_1", "--file", "x"], ["--file", "x", "--sandbox"],
            ] {
                let finished = try await HearthProcess.run(["webhooks", "send", "myapp"] + words)
                #expect(finished.exit == .status(64), "\(words)")
            }
        }
    }
}
