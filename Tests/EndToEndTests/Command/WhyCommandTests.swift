import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth why")
    struct WhyCommandTests {
        @Test("the verdict, what was considered and the next command are printed, or JSON")
        func why() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.receive(
                    .nowRunning(appUserID: "u_1").transaction("t_1", original: "t_1"))
                let moment = try await tenant.moment().exactText
                try await tenant.receive(.transfer(from: ["u_1"], to: ["u_2"]))
                func run(_ words: String...) async throws -> HearthProcess.Finished {
                    try await HearthProcess.run(
                        ["why", tenant.slug] + words,
                        environment: ["DATABASE_URL": own.connectionString])
                }
                let yes = try await run("u_2", "plus")
                #expect(yes.output.hasPrefix("u_2, entitlement plus: yes\nThey own stockpot_plus_"))
                let no = try await run("u_1", "plus")
                #expect(no.exit == .status(0))
                let lines = no.output.split(separator: "\n").map(String.init)
                let moved = "stockpot_plus_monthly moved to u_2 at 2026-11-11T10:00:00.000Z."
                #expect(
                    lines.prefix(4) == [
                        "u_1, entitlement plus: no", moved, "considered",
                        "  - won: \(moved)",
                    ])
                #expect(
                    lines.contains(
                        "      POST /v1/users/u_1/grants "
                            + #"{"entitlement_id":"plus","expires_at":"2999-01-01T00:00:00.000Z","#
                            + #""reason":"support"}"#))
                let json = try JSONParser.parse(
                    Array(try await run("u_1", "plus", "--json").output.utf8))
                #expect(json["app_user_id"] == "u_1")
                #expect(json["verdict"]?["sentence"]?.string == moved)
                let receipt = try await run("u_3", "--feature", "labs", "--transaction", "t_1")
                #expect(receipt.output.contains("stockpot_plus_monthly belongs to u_2."))
                let then = try await run("u_1", "plus", "--known-at", moment)
                #expect(then.exit == .status(0))
                #expect(
                    then.output.hasPrefix(
                        "u_1, entitlement plus: yes\nThey own stockpot_plus_monthly"))
                #expect(
                    then.output.contains(
                        "\nWhat is known today gives another answer for that "
                            + "moment.\n"))
                #expect(
                    try await run("u_1", "--limit", "x", "--known-at", moment).exit == .status(64))
                let unknown = try await run("u_1", "gold")
                #expect(unknown.exit == .status(66) && unknown.error.contains("it has: plus."))
                #expect(try await run("u_1", "plus", "--limit", "x").exit == .status(64))
            }
        }
    }
}
