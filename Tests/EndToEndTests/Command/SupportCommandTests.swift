import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("Support verbs do what the API does")
    struct SupportCommandTests {
        private static let phone = "$RCAnonymousID:0a1b2c3d4e5f"

        @Test("an app user is a card of fourteen lines, is exported, and is erased after a yes")
        func users() async throws {
            try await CommandTenant.with { own in
                try await own.tenant.receive(.nowRunning(id: "bought", appUserID: "u_1"))
                try await own.tenant.found("u_1")
                try await own.tenant.database.numberChanges()
                let card = try await own.lines("users show", "u_1")
                let heads = [
                    "who", "name", "ids", "household", "plan", "may do", "purchases", "paid",
                    "grants", "why", "next change", "last events", " ", " ",
                ]
                #expect(card.count == heads.count)
                for (line, head) in zip(card, heads) { #expect(line.hasPrefix(head), "\(line)") }
                #expect(card[0].contains("  u_1, identified, since 20"))
                #expect(card[3].contains(", owner, 1 member, since 20"))
                #expect(card[4].contains("  plus, subscription active, production"))
                #expect(card[5].contains("  plus, own, until 2999-"))
                #expect(card[7].hasSuffix("  4.99 EUR"))
                #expect(card[9].contains("They own stockpot_plus_monthly"))
                let json = try await own.json("users show", "u_1", "--environment", "sandbox")
                #expect(json["app_user"]?["app_user_ids"] == ["u_1"])
                #expect(json["entitlements"]?["plan"] == "free")
                #expect(json["timeline"]?.array?.count == 3)
                try await own.expectRefusal(66, "no app user", "users show", "u_2")

                let export = try await own.json("users export", "u_1")
                #expect(export["records"]?["webhook_events"]?.array?.count == 1)
                try await own.expectRefusal(64, "add --yes", "users erase", "u_1")
                #expect(try await own.tenant.person("u_1") != nil)
                #expect(try await own.lines("users erase", "u_1", "--yes") == ["status  erased"])
                #expect(try await own.tenant.person("u_1") == nil)
                try await own.expectRefusal(66, "No app user", "users erase", "u_1", "--yes")
                let audit = try await own.lines("audit list")
                #expect(audit.hasLine(of: "erase", "operator", "erased-"))
            }
        }

        @Test("people and households are a table, and CSV with every row up to the limit")
        func lists() async throws {
            try await CommandTenant.with { own in
                for number in 0..<3 {
                    try await own.tenant.receive(
                        .nowRunning(id: "e\(number)", appUserID: "u_\(number)")
                            .attributes(["$email": "a,\(number)@example.com"]))
                }
                try await own.tenant.found("u_1")
                let list = try await own.lines("users list", "--limit", "2")
                #expect(list[0].hasPrefix("APP USER ID"))
                #expect(list.hasLine(of: "u_2", "plus", "active", "stockpot_plus_monthly"))
                #expect(!list.hasLine(of: "u_0"))
                let csv = try await own.table("users list", "--in-household", "false")
                #expect(csv[0].hasPrefix("app user id,kind,email,plan,entitlement,status,"))
                #expect(csv[1].hasPrefix("u_2,identified,\"a,2@example.com\",plus,plus,active,"))
                #expect(csv[2].hasPrefix("u_0,identified,"))
                #expect(csv.count == 3)
                let households = try await own.table("households list")
                #expect(households.count == 2)
                #expect(households[1].contains(",,u_1,1,"))
                try await own.expectRefusal(
                    64, "--ends-before: It needs sort=end", "users list", "--ends-before",
                    "2026-12-01T00:00:00Z")
                try await own.expectRefusal(64, "not both", "users list", "--csv", "--json")
            }
        }

        @Test("grants are created, listed and revoked, and are in the audit as the operator's")
        func grants() async throws {
            try await CommandTenant.with { own in
                try await own.tenant.receive(.nowRunning(appUserID: "u_1"))
                let given = try await own.json(
                    "grants create", "u_1", "--entitlement-id", "plus", "--duration", "P1M",
                    "--reason", "a bad week")
                #expect(given["granted_by"] == "operator")
                let id = try #require(given["grant_id"]?.string)
                let list = try await own.lines("grants list", "u_1")
                #expect(list[0].hasPrefix("GRANTED AT"))
                #expect(list.hasLine(of: id, "active", "plus", "operator", "a bad week"))
                _ = try await own.lines(
                    "grants create", "u_1", "--product-id", "stockpot_plus_monthly",
                    "--expires-at", "2999-01-01T00:00:00Z", "--reason", "second")
                let first = try await own.json("grants list", "u_1", "--limit", "1")
                #expect(first["data"]?.array?.first?["reason"] == "second")
                let cursor = try #require(first["next_cursor"]?.string)
                let next = try await own.json("grants list", "u_1", "--cursor", cursor)
                #expect(next["data"]?.array?.map { $0["grant_id"] } == [.string(id)])
                let revoked = try await own.lines("grants revoke", "u_1", id, "--reason", "enough")
                #expect(revoked.hasLine(of: "status", "revoked"))
                let audit = try await own.lines("audit list", "--app-user-id", "u_1")
                #expect(audit.hasLine(of: "revoke", "operator", "u_1", "enough"))
                #expect(audit.count == 4)

                let plus = ["--entitlement-id", "plus", "--reason", "x"]
                try await own.expectRefusal(
                    64, "--duration", "grants create", "u_1", plus[0], plus[1], plus[2], plus[3])
                try await own.expectRefusal(
                    66, "it has: plus", "grants create", "u_1", "--entitlement-id", "gold",
                    "--lifetime", "--reason", "x")
                try await own.expectRefusal(
                    64, "next_cursor", "grants list", "u_1", "--cursor", "x")
                let charges = try await own.lines("transactions list", "u_1")
                #expect(charges.count == 2)
                #expect(charges.hasLine(of: "app_store", "stockpot_plus_monthly"))
            }
        }

        @Test("a repeated grant with the same key is shown again, and gives nothing more")
        func repeatedGrant() async throws {
            try await CommandTenant.with { own in
                func give(_ reason: String) async throws -> JSONValue {
                    try await own.json(
                        "grants create", "u_1", "--entitlement-id", "plus", "--lifetime",
                        "--reason", reason, "--idempotency-key", "ticket-71")
                }
                let given = try await give("a bad week")
                #expect(try await give("a bad week") == given)
                #expect(try await own.tenant.grants(of: "u_1").count == 1)
                try await own.expectRefusal(
                    65, "Idempotency-Key", "grants create", "u_1", "--entitlement-id", "plus",
                    "--lifetime", "--reason", "another", "--idempotency-key", "ticket-71")
                try await own.expectRefusal(
                    64, "visible ASCII", "grants create", "u_1", "--entitlement-id", "plus",
                    "--lifetime", "--reason", "x", "--idempotency-key", "ticket 71")
                #expect(try await own.tenant.grants(of: "u_1").count == 1)
            }
        }

        @Test("merges are listed with their ids, and undone after a yes")
        func merges() async throws {
            try await CommandTenant.with { own in
                try await own.tenant.receive(.initialPurchase(appUserID: Self.phone))
                let merged = try await own.tenant.identify(Self.phone, as: "u_1")
                try await own.tenant.grant(to: "u_1")
                let id = try #require(merged["merge_id"]?.string)
                let list = try await own.json("merges list", "u_1")
                #expect(list["data"]?.array?.map { $0["merge_id"] } == [.string(id)])
                try await own.expectRefusal(
                    64, "add --yes", "merges undo", id, "--reason", "wrong")
                #expect(try await own.tenant.auditEntries().count == 2)
                let undone = try await own.lines(
                    "merges undo", id, "--reason", "wrong", "--yes")
                #expect(undone.hasLine(of: "app users", Self.phone, " | ", "u_1"))
                let after = try await own.lines("merges list", Self.phone)
                #expect(after.count == 3)
                #expect(after.hasLine(of: id, "undo", "operator", "wrong"))
                #expect(after.hasLine(of: id, "merge", "secret_key:test"))
                try await own.expectRefusal(
                    66, "no merge", "merges undo", UUID().uuidString, "--reason", "x", "--yes")
            }
        }

        @Test("orphans are listed and claimed; a dry run changes nothing")
        func orphans() async throws {
            try await CommandTenant.with { own in
                try await own.tenant.create("u_1", "identified")
                try await own.tenant.receive(.initialPurchase(appUserID: Self.phone))
                let list = try await own.json("orphans list")
                let orphan = try #require(list["data"]?.array?.first?["orphan_id"]?.string)
                let table = try await own.lines("orphans list")
                #expect(table.hasLine(of: orphan, "anonymous", "stockpot_plus_monthly", Self.phone))
                let claim = ["orphans claim", "u_1", "--orphan-id", orphan]
                let dry = try await own.json(claim[0], claim[1], claim[2], claim[3], "--dry-run")
                #expect(dry["outcome"] == "claimed")
                #expect(try await own.tenant.orphans().count == 1)
                let claimed = try await own.lines(claim[0], claim[1], claim[2], claim[3])
                #expect(claimed.hasLine(of: "outcome", "claimed"))
                #expect(claimed.hasLine(of: "moved purchases", "stockpot_plus_monthly"))
                #expect(try await own.tenant.orphans().isEmpty)
                let again = try await own.json(claim[0], claim[1], claim[2], claim[3])
                #expect(again["outcome"] == "already_owned")
                #expect(try await own.lines("merges list", "u_1").hasLine(of: "claim", "operator"))
                try await own.expectRefusal(
                    66, "no such orphan", "orphans claim", "u_1", "--orphan-id", UUID().uuidString)
                try await own.expectRefusal(64, "--orphan-id", "orphans claim", "u_1")
            }
        }

        @Test("limits, uses and credits are shown, and credits are adjusted once")
        func limits() async throws {
            try await CommandTenant.with(like: "iris") { own in
                try await own.tenant.consume("ai_generations", by: "u_1", 2, reference: "pic")
                let limits = try await own.lines("limits show", "u_1")
                #expect(limits[0].hasPrefix("LIMIT ID        USED  LIMIT  REMAINING"))
                #expect(limits[1].hasPrefix("ai_generations     2      3          1"))
                let uses = try await own.lines("limits uses", "u_1", "ai_generations")
                #expect(uses.hasLine(of: "2", "yes", "u_1", "pic"))
                try await own.expectRefusal(
                    66, "ai_generations", "limits uses", "u_1", "scans")
                let adjust = ["--amount", "-3", "--reference", "a", "--reason", "owed"]
                let taken = try await own.json(
                    "credits adjust", "u_1", "hd_export", adjust[0], "5", adjust[2], "gift",
                    adjust[4], "kind")
                #expect(taken["balance"] == 5)
                for _ in 1...2 {
                    let less = try await own.lines(
                        "credits adjust", "u_1", "hd_export", adjust[0], adjust[1], adjust[2],
                        adjust[3], adjust[4], adjust[5])
                    #expect(less.hasLine(of: "balance", "2"))
                }
                #expect(try await own.lines("credits show", "u_1").hasLine(of: "hd_export", "2"))
                try await own.expectRefusal(
                    65, "another amount", "credits adjust", "u_1", "hd_export", "--amount", "1",
                    "--reference", "gift", "--reason", "x")
                let empty = try await own.json("credits undelivered", "--minutes", "60")
                #expect(empty == ["data": [], "next_cursor": nil])
            }
        }

        @Test("campaigns and redemptions are listed, codes and redemptions revoked")
        func codes() async throws {
            try await CommandTenant.with(
                like: "stockpot", { $0.codes.campaigns = [.giving(as: "launch")] }
            ) { own in
                try await own.tenant.redeem("LAUNCH-26", by: "u_1")
                try await own.tenant.redeem("LAUNCH-26", by: "u_2")
                let campaigns = try await own.lines("campaigns list")
                #expect(campaigns.hasLine(of: "launch", "yes", "plus P30D", "2"))
                let redeemed = try await own.json("redemptions list", "--app-user-id", "u_1")
                #expect(redeemed["data"]?.array?.count == 1)
                let id = try #require(redeemed["data"]?.array?.first?["redemption_id"]?.string)
                let revoked = try await own.lines("redemptions revoke", id, "--reason", "abuse")
                #expect(revoked.hasLine(of: "revoked because", "revoked"))
                #expect(try await own.tenant.entitlements(of: "u_1")["plan"] == "free")
                let codes = try await own.json(
                    "codes revoke", "--campaign-id", "launch", "--take-back", "--reason", "leaked")
                #expect(codes["taken_back"] == 1)
                #expect(try await own.tenant.entitlements(of: "u_2")["plan"] == "free")
                #expect(try await own.lines("audit list").hasLine(of: "revoke_code", "leaked"))
                try await own.expectRefusal(
                    66, "no such code", "codes revoke", "--code", "NONE-99", "--reason", "x")
                try await own.expectRefusal(
                    64, "--campaign-id", "codes revoke", "--reason", "x")
                try await own.expectRefusal(
                    66, "redemption", "redemptions revoke", UUID().uuidString, "--reason", "x")
            }
        }

        @Test("the state of webhooks, findings and events are shown, with the API's filters")
        func tenants() async throws {
            try await CommandTenant.with { own in
                try await own.tenant.receive(
                    .initialPurchase(id: "unsold", appUserID: "u_1", product: "gold")
                        .entitlements([]))
                try await own.tenant.receive(.initialPurchase(id: "other", appUserID: "u_2"))
                let status = try await own.lines("webhooks status")
                #expect(status.hasLine(of: "type", "INITIAL_PURCHASE"))
                #expect(try await own.json("webhooks status")["failed"] == 0)
                let findings = try await own.lines("findings list")
                #expect(findings.hasLine(of: "product_not_in_catalog", "gold", "1"))
                let households = try await own.json("findings households", "--limit", "1000")
                #expect(households["data"] == [])
                let events = try await own.lines(
                    "events list", "--app-user-id", "u_1", "--received-from",
                    "2026-01-01T00:00:00Z")
                #expect(events.count == 2 && events[1].contains("unsold"))
                let none = try await own.json(
                    "events list", "--received-until", "2026-01-01T00:00:00Z")
                #expect(none["data"] == [])
                try await own.expectRefusal(64, "limit", "findings list", "--limit", "0")
            }
        }
    }
}
