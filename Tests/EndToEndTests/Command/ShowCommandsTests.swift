import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("Commands show what the API shows")
    struct ShowCommandsTests {
        @Test("keys are listed by id; a whole key is taken where its id is")
        func keys() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let environment = ["DATABASE_URL": own.connectionString]
                func run(_ words: String...) async throws -> HearthProcess.Finished {
                    try await HearthProcess.run(words, environment: environment)
                }
                let read = try await run(
                    "keys", "create", "--kind", "read", "--tenant", tenant.slug)
                let admin = try await run("keys", "create", "--kind", "admin")
                let keys = try [read, admin].map {
                    try #require(APIKey(parsing: $0.output.trimmingCharacters(in: .newlines)))
                }
                let all = try await run("keys", "list")
                let lines = all.output.split(separator: "\n")
                #expect(lines[0].hasPrefix("KEY ID "))
                #expect(lines[1].hasPrefix("\(keys[1].keyID)  admin  –     –  "))
                #expect(lines[2].hasPrefix("\(keys[0].keyID)  read   –     \(tenant.slug)  "))
                #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("  –") })
                #expect(!all.output.contains(keys[0].text))

                let revoked = try await run("keys", "revoke", keys[0].text)
                #expect(revoked.output == "\(keys[0].keyID): revoked\n")
                let partly = "hearth_read_\(keys[0].keyID)_part"
                let again = try await run("keys", "revoke", partly)
                #expect(again.error.contains("no live key has the id \(keys[0].keyID)\n"))
                let own = try await run("keys", "list", "--tenant", tenant.slug, "--json")
                let json = try JSONParser.parse(Array(own.output.utf8))["data"]?.array
                #expect(json?.count == 1)
                #expect(json?.first?["revoked_at"]?.string != nil)
            }
        }

        @Test("events are listed, shown and retried")
        func events() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.receive(.initialPurchase(id: "good"))
                try await tenant.receive(
                    .initialPurchase(id: "bad").removing(
                        "transaction_id", "original_transaction_id", "product_id"))
                func run(_ words: String...) async throws -> HearthProcess.Finished {
                    try await HearthProcess.run(
                        ["events", words[0], tenant.slug] + words.dropFirst(),
                        environment: ["DATABASE_URL": own.connectionString])
                }
                let all = try await run("list").output.split(separator: "\n")
                #expect(all.count == 3)
                #expect(all[2].contains("  good      INITIAL_PURCHASE  applied  u_42"))
                let failed = try await run("list", "--status", "failed").output
                #expect(failed.contains("  bad       INITIAL_PURCHASE  failed  "))
                #expect(!failed.contains("good"))
                let shown = try JSONParser.parse(Array(try await run("show", "bad").output.utf8))
                #expect(shown["status"] == "failed" && shown["failure"]?.string != nil)
                #expect(shown["body"]?["event"]?["id"] == "bad")
                #expect(try await run("retry", "bad").output == "bad: failed\n")
                let missing = try await run("show", "none")
                #expect(missing.exit == .status(66))
                #expect(missing.error.contains("no event with this id"))
            }
        }

        @Test("an overview shows the figures of the days, aligned, or as the API answers them")
        func overview() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.receive(.initialPurchase(purchasedAt: "2026-03-10T10:00:00Z"))
                _ = try await own.database.callOne(
                    ComputeFigures(
                        firstBucket: 0, lastBucket: 15, asOf: "2026-03-12T10:00:00Z"),
                    in: tenant.id)
                func run(_ words: String...) async throws -> HearthProcess.Finished {
                    try await HearthProcess.run(
                        ["overview", tenant.slug] + words,
                        environment: ["DATABASE_URL": own.connectionString])
                }
                let days = ["--from", "2026-03-01", "--to", "2026-03-10"]
                let shown = try await run(days[0], days[1], days[2], days[3], "--by", "store")
                let lines = shown.output.split(separator: "\n")
                #expect(
                    lines.prefix(3) == [
                        "2026-03-01 to 2026-03-10 (UTC)", "computed at 2026-03-12T10:00:00.000Z",
                        "app_store",
                    ])
                let number = String(repeating: " ", count: 19) + "1"
                #expect(lines.contains("  active subscriptions\(number)"))
                #expect(
                    lines.contains { $0.hasPrefix("  charges ") && $0.hasSuffix(" 1 = 4.99 EUR") })
                let json = try await run(days[0], days[1], days[2], days[3], "--json").output
                let answer = try JSONParser.parse(Array(json.utf8))
                #expect(answer["data"]?.array?.first?["figures"]?["subscriptions_begun"] == 1)
                #expect(try await run("--by", "week").exit == .status(64))
                #expect(try await run("--from", "2026-02-30").exit == .status(64))
                let empty = try await run("--from", "2026-01-01", "--to", "2026-01-02")
                #expect(empty.output.contains("There is no evidence of purchases."))
            }
        }

        @Test("app users are found, and what happened to one is listed")
        func findAndTimeline() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.receive(
                    RevenueCatEvent.nowRunning(id: "bought", appUserID: "u_1")
                        .attributes(["$email": "ana@example.com"]))
                try await own.database.numberChanges()
                func run(_ words: String...) async throws -> HearthProcess.Finished {
                    try await HearthProcess.run(
                        words, environment: ["DATABASE_URL": own.connectionString])
                }
                let found = try await run("find", tenant.slug, "ana@")
                #expect(
                    found.output.split(separator: "\n").last
                        == "u_1          identified  attribute $email  ana@example.com")
                let asJSON = try await run("find", tenant.slug, "ana@", "--json")
                let json = try JSONParser.parse(Array(asJSON.output.utf8))
                #expect(json["data"]?.array?.first?["app_user_id"] == "u_1")
                #expect(try await run("find", tenant.slug, "eva").output == "")
                #expect(try await run("find", tenant.slug, " ").exit != .status(0))

                let lines = try await run("timeline", tenant.slug, "u_1").output
                    .split(separator: "\n")
                #expect(lines.count == 3)
                #expect(lines[1].contains("  webhook_event           event_id: bought"))
                #expect(lines[1].contains("type: INITIAL_PURCHASE, evidence_kind: initial_"))
                #expect(lines[2].contains("    entitlements_changed"))
                let entry = try await run(
                    "timeline", tenant.slug, "u_1", "--json", "--kind", "webhook_event")
                let page = try JSONParser.parse(Array(entry.output.utf8))
                #expect(page["data"]?.array?.first?["data"]?["event_id"] == "bought")
                let unknown = try await run("timeline", tenant.slug, "u_1", "--kind", "x")
                #expect(unknown.exit != .status(0))
            }
        }

        @Test("households and runs are shown")
        func others() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.receive(.plusForEver("u_1"))
                let household = try await tenant.found("u_1")
                try await tenant.setUpstreamKey()
                _ = try await own.database.callOne(
                    StartRun(scope: "due", appUserID: nil, isDryRun: true, stopAtLostPercent: 20),
                    in: tenant.id)
                func show(_ words: String...) async throws -> HearthProcess.Finished {
                    try await HearthProcess.run(
                        words, environment: ["DATABASE_URL": own.connectionString])
                }
                let byUser = try await show("households", "show", tenant.slug, "--user", "u_1")
                let card = byUser.output.split(separator: "\n")
                #expect(card[4] == "owner          u_1", "\(card)")
                #expect(card.last?.hasPrefix("u_1          owner  ") == true)
                let answer = try await show(
                    "households", "show", tenant.slug, "--user", "u_1", "--json")
                #expect(answer.output.contains("\"owner_app_user_id\": \"u_1\""))
                let byID = try await show(
                    "households", "show", tenant.slug, household.uuidString)
                #expect(byID.output == byUser.output)
                let runs = try await show("runs", "list", tenant.slug)
                #expect(runs.output.hasPrefix("STARTED AT"))
                for words in [["users", "show", tenant.slug, "u_2"], ["runs", "list", "none"]] {
                    let missing = try await HearthProcess.run(
                        words, environment: ["DATABASE_URL": own.connectionString])
                    #expect(missing.exit == .status(66))
                }
            }
        }
    }
}
