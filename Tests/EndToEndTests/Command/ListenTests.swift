import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth listen")
    struct ListenTests {
        @Test("--forward-to delivers the changes of --user and --kind, signed for an endpoint")
        func forwards() async throws {
            try await Upstream.with { _, _ in
                .text("", status: 204)
            } _: { receiver, port in
                try await Self.withTenant { tenant, environment in
                    let url = "http://127.0.0.1:\(port)/in"
                    let process = try HearthProcess(
                        [
                            "listen", tenant.slug, "--forward-to", url, "--user", "u_1", "--kind",
                            "entitlements_changed", "--kind", "NON_RENEWING_PURCHASE",
                        ], environment: environment)
                    #expect(
                        await eventually { process.errorText.contains("Listening to") },
                        "\(process.errorText)")
                    try await tenant.receive(.nowRunning(appUserID: "u_1"))
                    for user in ["u_2", "u_1"] { try await tenant.receive(.plusForEver(user)) }
                    try await tenant.database.numberChanges()
                    var lines: [String] = []
                    while let line = await process.nextLine() {
                        lines.append(line)
                        if line.contains(#/ → 204 in \d+ ms/#) { process.send(signal: SIGINT) }
                    }
                    let events = lines.filter { $0.contains("  event  ") }
                    #expect(events.count == 1, "\(events)")
                    #expect(events.hasLine(of: "event", "NON_RENEWING_PURCHASE", "applied"))
                    #expect(lines.hasLine(of: "change", "entitlements_changed", "u_1"))
                    #expect(!lines.contains { $0.contains("u_2") })
                    #expect(await process.exit() == .signal(SIGINT))

                    let message = try #require(receiver.requests.first)
                    let body = try JSONParser.parse(message.body)
                    #expect(body["type"] == "entitlements_changed")
                    #expect(body["app_user_id"] == "u_1")
                    let secret = try #require(process.errorText.firstMatch(of: #/whsec_(\S+)/#)?.1)
                    let bytes = try #require(Data(base64Encoded: String(secret)))
                    let seconds = Int64(message["webhook-timestamp"].first ?? "") ?? 0
                    let number = String(decoding: body["number"]?.bytes ?? [], as: UTF8.self)
                    #expect(message["webhook-id"] == ["msg_\(number)"])
                    #expect(
                        message["webhook-signature"] == [
                            EndpointSecret(bytes: [UInt8](bytes)).signature(
                                id: "msg_\(number)", seconds: seconds, body: message.body)
                        ])
                }
            }
        }

        @Test("of events that arrive at once, each is shown before what it changed")
        func order() async throws {
            try await Self.withTenant { tenant, environment in
                let process = try HearthProcess(["listen", tenant.slug], environment: environment)
                #expect(await eventually { process.errorText.contains("Listening to") })
                let users = (0..<20).map { "u_\($0)" }
                for user in users {
                    try await tenant.receive(.plusForEver(user))
                    try await tenant.database.numberChanges()
                }
                var shown: [String] = []
                while let line = await process.nextLine() {
                    if line.contains("  event  ") { shown.append("event") }
                    if let change = line.firstMatch(of: #/  change  entitlements_changed  (\S+)/#) {
                        shown.append(String(change.1))
                    }
                    if shown.last == users.last { process.send(signal: SIGINT) }
                }
                #expect(shown == users.flatMap { ["event", $0] })
                #expect(await process.exit() == .signal(SIGINT))
            }
        }

        @Test("a kind that is not known, and what is no URL, are refused")
        func refused() async throws {
            for option in [["--kind", "entitlement"], ["--forward-to", "3000"]] {
                let finished = try await HearthProcess.run(["listen", "myapp"] + option)
                #expect(finished.exit == .status(64))
            }
        }

        @Test("a shell completes the slugs of tenants, and nothing if no database answers")
        func completion() async throws {
            try await Self.withTenant { tenant, environment in
                let words = [
                    "---completion", "listen", "--", "positional@0", "2", "0", "hearth", "listen",
                    "",
                ]
                let done = try await HearthProcess.run(words, environment: environment)
                #expect(done.output == "\(tenant.slug)\n", "\(done.error)")
                let nowhere = try await HearthProcess.run(
                    words, environment: ["DATABASE_URL": "postgresql:///x?host=/nowhere"])
                #expect(nowhere.output.filter { !$0.isWhitespace } == "")
                #expect(nowhere.exit == .status(0))
            }
        }

        private static func withTenant(
            _ body: (TestTenant, [String: String]) async throws -> Void
        ) async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await body(
                    tenant,
                    [
                        "DATABASE_URL": own.connectionString,
                        "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32)
                            .base64EncodedString(),
                    ])
            }
        }
    }
}
