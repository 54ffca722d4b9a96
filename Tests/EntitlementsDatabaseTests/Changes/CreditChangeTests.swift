import Entitlements
import EntitlementsDatabase
import Foundation
import Migrations
import TestSupport
import Testing

/// Tests that the change log has each change of a balance of credits.
@Suite("Credits in the change log")
struct CreditChangeTests {
    private let bought = RevenueCatEvent.defaultPurchase

    private func tenant() async throws -> TestTenant {
        try await TestTenant.create(like: "iris") {
            $0.products = $0.products.map { product in
                var product = product
                if !product.credits.isEmpty {
                    product.credits = [CreditID(unchecked: "hd_export"): 5]
                }
                return product
            }
        }
    }

    private func pack(of appUserID: String = "u_1", id: String = "pack") -> RevenueCatEvent {
        .nonRenewingPurchase(
            id: id, appUserID: appUserID, product: "hd_export", purchasedAt: bought,
            originalTransactionID: "t \(id) \(appUserID)")
    }

    /// Each change of a balance: whose, from and to, and its cause with the id.
    private func told(_ tenant: TestTenant) async throws -> [String] {
        try await tenant.changes().filter { $0["kind"] == "credits_changed" }.map { change in
            [
                change["app_user_id"]?.string, text(change["before"]?["balance"]),
                text(change["after"]?["balance"]), change["cause"]?["kind"]?.string,
                change["cause"]?["id"]?.string,
            ].compactMap(\.self).joined(separator: " ")
        }
    }

    private func text(_ number: JSONValue?) -> String {
        if case .integer(let number) = number { "\(number)" } else { "nothing" }
    }

    @Test("bought, spent, adjusted and refunded, each once and with its cause")
    func works() async throws {
        let tenant = try await tenant()
        for _ in 0..<2 { try await tenant.receive(pack()) }
        for _ in 0..<2 { try await tenant.spend("hd_export", of: "u_1", on: "eye 1", 2) }
        for _ in 0..<2 {
            try await tenant.adjust("hd_export", of: "u_1", by: 4, reference: "gift")
            try await tenant.adjust("hd_export", of: "u_1", by: -1, reference: "back")
        }
        let gone = RevenueCatEvent.refund(
            id: "gone", appUserID: "u_1", product: "hd_export", purchasedAt: bought,
            originalTransactionID: "t pack u_1"
        ).transaction("t pack u_1", original: "t pack u_1")
        for _ in 0..<2 { try await tenant.receive(gone) }
        let changes = try await told(tenant)
        #expect(changes.count == 5)
        #expect(changes.first == "u_1 0 5 event pack")
        #expect(changes.dropFirst().first == "u_1 5 3 spend eye 1")
        #expect(changes.dropFirst(2).first?.hasPrefix("u_1 3 7 adjustment ") == true)
        #expect(changes.dropFirst(3).first?.hasPrefix("u_1 7 6 adjustment ") == true)
        #expect(changes.last == "u_1 6 4 event gone")
        let first = try await tenant.changes().first { $0["kind"] == "credits_changed" }
        #expect(first?["after"]?["credit_id"] == "hd_export")
        #expect(first?["happened_at"] == .string(bought.advanced(bySeconds: 3).rfc3339))
    }

    @Test("an order that a pack pays shows both, and what is left")
    func order() async throws {
        let tenant = try await tenant()
        try await tenant.order("hd_export", for: "eye 1", by: "u_1", at: bought)
        try await tenant.receive(pack())
        #expect(try await told(tenant) == ["u_1 0 4 event pack"])
        #expect(
            try await tenant.toldChanges().contains("credit_order_paid u_1 event"))
    }

    @Test("a merge, its undoing and a transfer move balances; the sandbox is left out")
    func moved() async throws {
        let tenant = try await tenant()
        let phone = "$RCAnonymousID:00000000000000000000000000000001"
        try await tenant.create("u_1", "identified")
        try await tenant.receive(pack(id: "own"))
        try await tenant.receive(pack(of: phone, id: "phone"))
        try await tenant.receive(pack(id: "play").setting("environment", "SANDBOX"))
        let merge = try #require(try await tenant.identify(phone, as: "u_1").mergeID)
        try await tenant.undo(merge)
        let changes = try await told(tenant)
        let id = merge.uuidString.lowercased()
        #expect(
            changes.prefix(3) == [
                "u_1 0 5 event own", "\(phone) 0 5 event phone", "u_1 5 10 merge \(id)",
            ])
        #expect(changes.dropFirst(3).contains("u_1 10 5 undo \(id)"))
        #expect(changes.dropFirst(3).contains("\(phone) 0 5 undo \(id)"))
        #expect(changes.count == 5)
        try await tenant.receive(
            .transfer(id: "moved", from: ["u_1"], to: ["u_2"], at: bought.advanced(byDays: 1)))
        let moved = try await told(tenant).dropFirst(5)
        #expect(moved.contains { $0.hasPrefix("u_1 5 0 event") })
        #expect(moved.contains { $0.hasPrefix("u_2 0 5 event") })
    }

    @Test("the migration notes the balances of an earlier release")
    func migrated() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(like: "iris", in: scratch.database) {
                $0.refundedCredits = .allowNegative
            }
            for id in ["a", "b"] { try await tenant.receive(pack(id: id)) }
            try await tenant.receive(
                pack(of: "u_2", id: "sandbox").setting("environment", "SANDBOX"))
            try await tenant.spend("hd_export", of: "u_1", on: "eye 1")
            try await tenant.adjust("hd_export", of: "u_1", by: 3, reference: "gift")
            try await tenant.adjust("hd_export", of: "u_2", by: -2, reference: "debt")
            try await tenant.receive(
                .refund(
                    appUserID: "u_1", product: "hd_export", purchasedAt: bought,
                    originalTransactionID: "t a u_1"
                ).transaction("t a u_1", original: "t a u_1"))
            let all =
                "select string_agg(noted::text, ' ' order by noted::text)"
                + " from entitlements.noted_balances noted"
            let noted = try await scratch.ask(all)
            let migration = try #require(
                Schema.embedded.migrations.first { $0.name.hasSuffix("noted_balances.sql") })
            let filling = try #require(migration.file.text.range(of: "set local role"))
            try await scratch.administer(
                "begin; delete from entitlements.noted_balances;"
                    + migration.file.text[filling.lowerBound...] + "; commit")
            #expect(try await scratch.ask(all) == noted)
            #expect(noted?.split(separator: " ").count == 2)
        }
    }

    @Test("drift shows a consumable as purchased, and not as lifetime")
    func drift() async throws {
        let tenant = try await tenant()
        let snapshot = TestSnapshot(of: "u_1", at: bought.advanced(byDays: 1))
            .listing(.like(pack()))
        let drift = try #require(try await tenant.add(snapshot).first)
        let after = try JSONParser.parse(try #require(drift.after))
        #expect(after["status"] == "purchased")
        #expect(after["is_active"] == false)
    }
}
