import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_audit_entries")
struct ListAuditEntriesTests {
    @Test("the audit is listed newest first, in pages, of one id or of all")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        for number in 0..<5 {
            try await tenant.identify(
                anonymous("\(number)"), as: "u_\(number)",
                at: RevenueCatEvent.defaultPurchase.advanced(byDays: Int64(number)))
        }
        let first = try await tenant.database.call(
            ListAuditEntries(
                appUserID: nil, pageLimit: 3, beforeRecordedAt: nil, beforeAuditID: nil),
            in: tenant.id)
        let last = try #require(first.last)
        let second = try await tenant.database.call(
            ListAuditEntries(
                appUserID: nil, pageLimit: 3, beforeRecordedAt: last.recordedAt,
                beforeAuditID: last.auditID),
            in: tenant.id)
        let told = try (first + second).map { row in
            try JSONParser.parse(row.answer)["app_user_ids"]?.array?.last?.string
        }
        #expect(told == ["u_4", "u_3", "u_2", "u_1", "u_0"])
        #expect(try await tenant.auditEntries(of: "u_2").count == 1)
        #expect(try await tenant.auditEntries(of: "u_9").isEmpty)
        #expect(try await TestTenant.create().auditEntries().isEmpty)
    }

    @Test("an entry names the merge that it made or undid, and no other entry does")
    func merge() async throws {
        let tenant = try await TestTenant.create()
        let (tablet, phone) = (anonymous("tablet"), anonymous("phone"))
        for device in [tablet, phone] {
            try await tenant.receive(.initialPurchase(appUserID: device))
        }
        let first = try #require(try await tenant.identify(tablet, as: "u_1").mergeID)
        let second = try #require(try await tenant.claim(phone, for: "u_1").mergeID)
        try await tenant.grant(to: "u_1")
        try await tenant.undo(first)
        let merges = try await tenant.auditEntries(of: "u_1").map { entry in
            [entry["action"]?.string ?? "", entry.mergeID?.uuidString ?? "none"]
        }
        #expect(
            merges == [
                ["undo", first.uuidString], ["grant", "none"], ["claim", second.uuidString],
                ["merge", first.uuidString],
            ])
        try await tenant.erase("u_1")
        #expect(try await tenant.auditEntries().compactMap(\.mergeID) == [first, second, first])
    }

    @Test("a transfer is in the audit, with both sides before and after")
    func transfer() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        try await tenant.receive(.transfer(id: "moved", from: ["u_1"], to: ["u_2"]))
        let entry = try #require(try await tenant.auditEntries().first)
        #expect(entry["action"] == "transfer")
        #expect(entry["actor"] == "revenuecat")
        #expect(entry["reason"] == "moved")
        let owned = { (name: String) in
            entry[name]?.array?.map { $0["purchase_ids"]?.array?.count ?? 0 } ?? []
        }
        #expect(owned("before") == [1, 0])
        #expect(owned("after") == [0, 1])
    }

    @Test("the server's role can neither update nor delete audit entries")
    func appendOnly() async throws {
        let granted = try await TestDatabase.shared.administer(
            """
            select has_table_privilege('hearth_server', 'entitlements.audit_entries', 'update'),
                   has_table_privilege('hearth_server', 'entitlements.audit_entries', 'delete')
            """)
        #expect(granted == [["f", "f"]])
    }
}
